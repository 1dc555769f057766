import { type FieldErrors, type Input, type SingleSignOn, singleSignOnChanged } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { endSsoSessions } from '#features/accounts'
import { record } from '#features/audit-log'
import { listMemberIds, type MemberActor, sessionOf } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { assertNoFieldErrors, validationError } from '#platform/http/validation-error.ts'
import { checkProvider, isProviderUrl } from './provider.ts'
import { assertCanGiveDefaultRole, providerOf, readSingleSignOn, sealSecret } from './state.ts'
import * as store from './store.ts'

export const getSingleSignOn = (ctx: Context, { integration_id }: MemberActor) =>
  readSingleSignOn(ctx, ctx.db, integration_id)

type Changes = Omit<Input<typeof contract.updateSingleSignOn>, 'integration_id'>

/** Problems of the fields as they would be saved. */
function problemsOf(
  ctx: Context,
  actor: MemberActor,
  {
    before,
    fields,
    has_new_secret,
  }: {
    before: SingleSignOn
    fields: Pick<SingleSignOn, 'is_on' | 'is_required' | 'issuer' | 'client_id'>
    has_new_secret: boolean
  },
): FieldErrors {
  const { is_on, is_required, issuer, client_id } = fields
  const isMoved = before.issuer !== issuer || before.client_id !== client_id
  const isNewlyRequired = is_required && !before.is_required
  const isPassed = actor.role === 'owner' || sessionOf(actor).sso_integration_id === actor.integration_id
  const errors: FieldErrors = {}
  if (issuer !== '' && !isProviderUrl(ctx.egress, issuer))
    errors['issuer'] = [ctx.egress.staticUrlProblem(issuer) === undefined ? 'https_needed' : 'url_blocked']
  if (is_on && issuer === '') errors['issuer'] = ['required']
  if (is_on && client_id === '') errors['client_id'] = ['required']
  if (is_on && !before.domains.some(({ verified_at }) => verified_at)) errors['is_on'] = ['sso_domain_first']
  if (before.is_required && is_required && isMoved) errors['issuer'] = ['sso_required_first']
  if (before.has_secret && before.issuer !== issuer && issuer !== '' && !has_new_secret)
    errors['client_secret'] = ['secret_again']
  if (is_required && !is_on) errors['is_required'] = ['sso_off']
  else if (isNewlyRequired && (isMoved || !before.last_used_at)) errors['is_required'] = ['sso_unused']
  else if (isNewlyRequired && !isPassed) errors['is_required'] = ['sso_first']
  return errors
}

/** Ends sessions that relied on the former settings. Sockets are authorized again when the requirement changes. */
async function applyToSessions(tx: Tx, before: SingleSignOn, after: SingleSignOn): Promise<void> {
  const { integration_id } = after
  const isMoved = before.issuer !== after.issuer || before.client_id !== after.client_id
  if (before.is_on && (!after.is_on || isMoved)) await endSsoSessions(tx, integration_id)
  if (after.is_required !== before.is_required)
    for (const user_id of await listMemberIds(tx, integration_id)) tx.reauthorize(user_id)
}

export function updateSingleSignOn(
  ctx: Context,
  actor: MemberActor,
  { integration_id: _named, client_secret, ...changes }: Input<typeof contract.updateSingleSignOn>,
): Promise<SingleSignOn> {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const isOff = isTurningOff(changes, client_secret)
    if (!isOff) await requirePlanFeature(ctx, tx, integration_id, 'single_sign_on')
    const stored = await store.lockSettings(tx, integration_id)
    const before = await readSingleSignOn(ctx, tx, integration_id)
    const is_on = changes.is_on ?? before.is_on
    const fields = {
      is_on,
      // Turned off together.
      is_required: changes.is_required ?? (is_on && before.is_required),
      issuer: changes.issuer ?? before.issuer,
      client_id: changes.client_id ?? before.client_id,
      default_role: changes.default_role ?? before.default_role,
    }
    if (!isOff) assertCanGiveDefaultRole(actor, fields)
    const errors = problemsOf(ctx, actor, { before, fields, has_new_secret: client_secret !== undefined })
    assertNoFieldErrors(errors)
    const kept = fields.issuer === '' ? null : (stored?.client_secret_sealed ?? null)
    const client_secret_sealed =
      client_secret === undefined ? kept : sealSecret(ctx, integration_id, client_secret)
    const at = isoNow(ctx)
    await store.saveSettings(tx, integration_id, { ...fields, client_secret_sealed }, at)
    const after = await readSingleSignOn(ctx, tx, integration_id)
    await applyToSessions(tx, before, after)
    const changed = Object.keys(definedFields({ ...changes, client_secret }))
    await record(ctx, tx, actor, { action: 'sso_changed', details: { fields: changed.join(' ') } })
    tx.emit(singleSignOnChanged, { integration_id })
    return after
  })
}

/** What remains possible after a change to a smaller plan. */
const isTurningOff = (changes: Changes, client_secret: string | undefined) =>
  client_secret === undefined &&
  Object.entries(changes).every(
    ([name, value]) =>
      value === undefined || ((name === 'is_on' || name === 'is_required') && value === false),
  )

const testLimit = { name: 'sso-test', points: 10, per_s: 60 }

export async function testSingleSignOn(ctx: Context, { integration_id }: MemberActor) {
  await ctx.rates.take(testLimit, integration_id, '')
  const stored = await store.findSettings(ctx.db, integration_id)
  if (!stored?.issuer) throw validationError('issuer', 'required')
  const checks = await checkProvider(ctx.egress, providerOf(ctx, stored))
  const domains = await store.listDomains(ctx.db, integration_id)
  const domain = domains.some(({ verified_at }) => verified_at) ? null : ('no_domain' as const)
  return [
    { check: 'issuer' as const, failure: checks.issuer },
    { check: 'keys' as const, failure: checks.keys },
    { check: 'client' as const, failure: checks.client },
    { check: 'domain' as const, failure: domain },
  ]
}
