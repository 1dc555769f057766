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

interface FieldsToSave {
  before: SingleSignOn
  fields: Pick<SingleSignOn, 'is_on' | 'is_required' | 'issuer' | 'client_id'>
  has_new_secret: boolean
}

/** Problems of the fields as they would be saved. */
function problemsOf(ctx: Context, actor: MemberActor, input: FieldsToSave): FieldErrors {
  const { is_on, issuer, client_id } = input.fields
  const { before } = input
  const isDomainMissing = is_on && !before.domains.some(({ verified_at }) => verified_at)
  const needsSecret = before.has_secret && issuer !== '' && before.issuer !== issuer && !input.has_new_secret
  const problems = {
    issuer: issuerProblem(ctx, input),
    client_id: is_on && client_id === '' ? 'required' : undefined,
    is_on: isDomainMissing ? 'sso_domain_first' : undefined,
    client_secret: needsSecret ? 'secret_again' : undefined,
    is_required: requirementProblem(actor, input),
  }
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])),
  )
}

const isMoved = (before: SingleSignOn, after: Pick<SingleSignOn, 'issuer' | 'client_id'>) =>
  before.issuer !== after.issuer || before.client_id !== after.client_id

function issuerProblem(ctx: Context, { before, fields }: FieldsToSave): string | undefined {
  const { is_on, is_required, issuer } = fields
  if (before.is_required && is_required && isMoved(before, fields)) return 'sso_required_first'
  if (issuer === '') return is_on ? 'required' : undefined
  if (isProviderUrl(ctx.egress, issuer)) return undefined
  return ctx.egress.staticUrlProblem(issuer) === undefined ? 'https_needed' : 'url_blocked'
}

/** Sign-in through the provider must have worked before it is required. */
function requirementProblem(actor: MemberActor, { before, fields }: FieldsToSave): string | undefined {
  if (!fields.is_required) return undefined
  if (!fields.is_on) return 'sso_off'
  if (before.is_required) return undefined
  if (isMoved(before, fields) || !before.last_used_at) return 'sso_unused'
  const hasUsedIt = actor.role === 'owner' || sessionOf(actor).sso_integration_id === actor.integration_id
  return hasUsedIt ? undefined : 'sso_first'
}

/** Ends sessions that relied on the former settings. Sockets are authorized again when the requirement changes. */
async function applyToSessions(tx: Tx, before: SingleSignOn, after: SingleSignOn): Promise<void> {
  const { integration_id } = after
  if (before.is_on && (!after.is_on || isMoved(before, after))) await endSsoSessions(tx, integration_id)
  if (after.is_required !== before.is_required)
    for (const user_id of await listMemberIds(tx, integration_id)) tx.reauthorize(user_id)
}

export function updateSingleSignOn(
  ctx: Context,
  actor: MemberActor,
  { integration_id: _, client_secret, ...changes }: Input<typeof contract.updateSingleSignOn>,
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
      // Single sign-on that is off can't be required.
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

/** Whether it only turns settings off, which works on every plan. */
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
