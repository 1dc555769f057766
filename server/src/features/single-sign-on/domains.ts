import { Resolver } from 'node:dns/promises'
import { randomBytes } from 'node:crypto'
import { can, type Input, Problem, singleSignOnChanged, ssoDomainsMax, ssoTxtName } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import {
  findMembership,
  isPublicSuffix,
  lockIntegration,
  type MemberActor,
  siteShowsKey,
} from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { assertCanGiveDefaultRole, readSingleSignOn } from './state.ts'
import * as store from './store.ts'

const dns_timeout_ms = 3_000
const dns_tries = 2
const verifyLimit = { name: 'sso-domain', points: 20, per_s: 60 * 60 }

/** Lower case and Punycode; undefined if it isn't a domain. */
function domainOf(text: string): string | undefined {
  const hostname = URL.parse(`https://${text}/`)?.hostname.replace(/\.$/, '')
  const isDomain = hostname?.includes('.') && !/[\d.]$|[:/@?#\s]/.test(text.trim()) && hostname.length <= 253
  return isDomain ? hostname : undefined
}

/** The domain of an email address, as it is stored. */
export const emailDomain = (email: string): string => domainOf(email.slice(email.lastIndexOf('@') + 1)) ?? ''

async function readTxt(ctx: Context, name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: dns_timeout_ms, tries: dns_tries })
  if (ctx.config.dns_servers.length > 0) resolver.setServers(ctx.config.dns_servers)
  try {
    // A long record comes in several parts.
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch {
    return []
  }
}

export async function addSsoDomain(
  ctx: Context,
  actor: MemberActor,
  { name: entered }: Input<typeof contract.addSsoDomain>,
) {
  const { integration_id } = actor
  const name = domainOf(entered)
  if (!name) throw validationError('name', 'host_invalid')
  if (isPublicSuffix(name)) throw validationError('name', 'domain_public')
  return ctx.transaction(async (tx) => {
    await requirePlanFeature(ctx, tx, integration_id, 'single_sign_on')
    await lockIntegration(tx, integration_id)
    assertCanGiveDefaultRole(actor, await readSingleSignOn(ctx, tx, integration_id))
    if ((await store.listDomains(tx, integration_id)).length >= ssoDomainsMax)
      throw validationError('name', `too_many:${ssoDomainsMax}`)
    const token = `ozvi-${randomBytes(24).toString('base64url')}`
    const created_at = isoNow(ctx)
    if (await store.insertDomain(tx, { integration_id, name, token, created_at })) {
      await record(ctx, tx, actor, { action: 'sso_domain_added', subject: name })
      tx.emit(singleSignOnChanged, { integration_id })
    }
    return readSingleSignOn(ctx, tx, integration_id)
  })
}

/**
 * Keeps roles of the workspace unchanged until the transaction ends.
 *
 * @returns the member with their current rights
 * @throws Problem `not_found` or `forbidden` if they can't manage the team anymore
 */
async function lockActor(tx: Tx, actor: MemberActor): Promise<MemberActor> {
  await lockIntegration(tx, actor.integration_id)
  const membership = await findMembership(tx, actor.user_id, actor.integration_id)
  if (!membership) throw new Problem('not_found')
  if (!can(membership, 'team.manage')) throw new Problem('forbidden')
  const { role, custom_role } = membership
  return { ...actor, role, custom_role }
}

export async function verifySsoDomain(
  ctx: Context,
  actor: MemberActor,
  { domain_id }: Input<typeof contract.verifySsoDomain>,
) {
  const { integration_id } = actor
  const domain = await store.findDomain(ctx.db, integration_id, domain_id)
  if (!domain) throw new Problem('not_found')
  assertCanGiveDefaultRole(actor, await readSingleSignOn(ctx, ctx.db, integration_id))
  await ctx.rates.take(verifyLimit, integration_id, '')
  const { name, token } = domain
  const isShown =
    (await readTxt(ctx, ssoTxtName(name))).includes(token) ||
    (await siteShowsKey(ctx, new URL(`https://${name}/`), token))
  if (!isShown) throw validationError('name', 'sso_domain_unverified')
  return ctx.transaction(async (tx) => {
    // The lookups take seconds, in which rights, settings and the domain may have changed.
    const current = await lockActor(tx, actor)
    await store.lockSettings(tx, integration_id)
    assertCanGiveDefaultRole(current, await readSingleSignOn(ctx, tx, integration_id))
    await store.lockDomain(tx, name)
    const locked = await store.findDomain(tx, integration_id, domain_id)
    if (!locked) throw new Problem('not_found')
    const at = isoNow(ctx)
    if (!(await store.verifyDomain(tx, integration_id, domain_id, at)))
      throw validationError('name', 'sso_domain_taken')
    if (!locked.verified_at) await record(ctx, tx, actor, { action: 'sso_domain_verified', subject: name })
    tx.emit(singleSignOnChanged, { integration_id })
    return readSingleSignOn(ctx, tx, integration_id)
  })
}

export function removeSsoDomain(
  ctx: Context,
  actor: MemberActor,
  { domain_id }: Input<typeof contract.removeSsoDomain>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const removed = await store.deleteDomain(tx, integration_id, domain_id)
    if (!removed) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'sso_domain_removed', subject: removed.name })
    tx.emit(singleSignOnChanged, { integration_id })
    return readSingleSignOn(ctx, tx, integration_id)
  })
}
