import {
  avatarPath,
  type Input,
  integrationChanged,
  integrationIdCharsMin,
  locales as known,
  Problem,
  teamChanged,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Session } from '#features/accounts'
import { record } from '#features/audit-log'
import { startTrial } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { type MemberActor, sessionOf } from './guards.ts'
import { assertNoPublicSuffixes } from './hosts.ts'
import { activate } from './own-channel.ts'
import * as store from './store.ts'

export async function getUser(ctx: Context, session: Session) {
  const { user, active_integration_id, has_two_factors, sso_integration_id, is_sso_only } = session
  const integrations = await store.listIntegrations(ctx.db, user.id)
  const active_integration = integrations.find(({ id }) => id === active_integration_id) ?? null
  return { ...user, integrations, active_integration, has_two_factors, sso_integration_id, is_sso_only }
}

export const listIntegrations = (ctx: Context, { user }: Session) => store.listIntegrations(ctx.db, user.id)

const creationLimit: Limit = { name: 'workspace', points: 20, per_s: 24 * 60 * 60 }

/** The new workspace becomes the active one. */
export async function createIntegration(
  ctx: Context,
  session: Session,
  { name, url, locale, time_zone }: Input<typeof contract.createIntegration>,
  { request }: HttpContext,
) {
  assertNoPublicSuffixes({ url })
  await ctx.rates.take(creationLimit, session.user.id, request.ip)
  return ctx.transaction(async (tx) => {
    const integration = await store.insertIntegration(tx, session.user.id, {
      name,
      url,
      locale: locale ?? session.user.locale,
      time_zone: time_zone ?? session.user.time_zone ?? undefined,
    })
    await startTrial(ctx, tx, integration.id)
    await activate(tx, session, integration.id)
    const { user, ip_prefix } = session
    const memberId = { integration_id: integration.id, user_id: user.id, name: user.name, ip_prefix }
    await record(ctx, tx, memberId, { action: 'workspace_created', subject: name })
    return integration
  })
}

export async function getIntegration(
  ctx: Context,
  { user_id, integration_id }: MemberActor,
  { with: extra }: Input<typeof contract.getIntegration>,
) {
  const integration = await store.getIntegration(ctx.db, user_id, integration_id)
  if (extra !== 'members') return integration
  const rows = await store.listTeam(ctx.db, integration_id)
  const members = rows.map(({ avatar_id, ...row }) => ({
    ...row,
    avatar: avatar_id && avatarPath(avatar_id),
  }))
  return { ...integration, members }
}

export function updateIntegration(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.updateIntegration>,
) {
  const { user_id, integration_id } = actor
  const { name, url, locale, locales, time_zone, hosts } = input
  const fields = definedFields({
    name,
    url,
    locale,
    // each once, in our own order
    locales: locales && known.filter((one) => locales.includes(one)),
    time_zone,
    hosts,
  })
  assertNoPublicSuffixes({ url, hosts })
  if (locales?.length === 0) throw validationError('locales', 'language_needed')
  return ctx.transaction(async (tx) => {
    const changed = Object.keys(fields)
    if (changed.length > 0) {
      const current = await store.lockLanguages(tx, integration_id)
      if (!(locales ?? current.locales).includes(locale ?? current.locale))
        throw validationError('locale', 'language_not_offered')
      await store.updateIntegration(tx, integration_id, fields)
      await record(ctx, tx, actor, { action: 'workspace_changed', details: { fields: changed.join(' ') } })
      tx.emit(integrationChanged, { integration_id })
    }
    return store.getIntegration(tx, user_id, integration_id)
  })
}

/**
 * A GET that changes the session, so only our own page may call it: a link, image, redirect or prefetch also
 * sends the cookie, but can't request JSON in `Accept` or claim the same origin.
 *
 * @throws Problem `forbidden` if not called by our page · `not_found` if not the caller's, or a placeholder
 * id
 */
export async function activateIntegration(
  ctx: Context,
  session: Session,
  { integration_id }: Input<typeof contract.activateIntegration>,
  { request }: HttpContext,
) {
  const {
    accept = '',
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-purpose': purpose,
  } = request.headers
  const isOurs =
    (site === undefined || site === 'same-origin') &&
    mode !== 'navigate' &&
    !String(purpose ?? '').startsWith('prefetch')
  if (!isOurs || !accept.includes('application/json')) throw new Problem('forbidden')
  if (integration_id.length < integrationIdCharsMin) throw new Problem('not_found')
  return ctx.transaction(async (tx) => {
    const integration = await store.findIntegration(tx, session.user.id, integration_id)
    if (!integration) throw new Problem('not_found')
    await activate(tx, session, integration.id)
    return integration
  })
}

/**
 * Emitted to every open page of the team, so that members without a second factor are redirected immediately.
 */
export async function requireTwoFactor(
  ctx: Context,
  actor: MemberActor,
  { is_needed }: Input<typeof contract.requireTwoFactor>,
) {
  if (is_needed && !sessionOf(actor).has_two_factors) throw validationError('is_needed', 'two_factor_first')
  const { integration_id } = actor
  await ctx.transaction(async (tx) => {
    if (!(await store.setNeedsTwoFactor(tx, integration_id, is_needed))) return
    await record(ctx, tx, actor, { action: is_needed ? 'two_factor_needed' : 'two_factor_optional' })
    tx.emit(teamChanged, { integration_id })
    for (const user_id of await store.listMemberIds(tx, integration_id))
      if (user_id !== actor.user_id) tx.reauthorize(user_id)
  })
  return { is_needed }
}

export const saveOnboardingStep = (
  ctx: Context,
  { integration_id }: MemberActor,
  { step }: Input<typeof contract.saveOnboardingStep>,
) =>
  ctx.transaction(async (tx) => {
    await store.setOnboardingStep(tx, integration_id, step)
    return null
  })

export function completeOnboarding(ctx: Context, actor: MemberActor) {
  const { user_id, integration_id } = actor
  return ctx.transaction(async (tx) => {
    const at = isoNow(ctx)
    const marked = await store.updateSetupState(tx, integration_id, 'onboarded_at', at)
    if (marked) {
      await record(ctx, tx, actor, { action: 'onboarding_completed' })
      tx.emit(integrationChanged, { integration_id })
    }
    return store.getIntegration(tx, user_id, integration_id)
  })
}

export function dismissSetup(ctx: Context, { user_id, integration_id }: MemberActor) {
  return ctx.transaction(async (tx) => {
    const at = isoNow(ctx)
    if (await store.updateSetupState(tx, integration_id, 'setup_hidden_at', at))
      tx.emit(integrationChanged, { integration_id })
    return store.getIntegration(tx, user_id, integration_id)
  })
}
