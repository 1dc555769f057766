import { cleanName, type Input, minute_ms } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  actorOf,
  checkPassword,
  findOrCreateUser,
  lockProviderUser,
  mailNotice,
  type ProviderUser,
  type Session,
  startProviderSession,
} from '#features/accounts'
import { record } from '#features/audit-log'
import { joinBySingleSignOn } from '#features/users'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { anonymizeIp } from '#platform/http/rate-limits.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'
import { attemptCookie, clearAttemptCookie, setAttemptCookie } from './attempt-cookie.ts'
import { emailDomain } from './domains.ts'
import { authorizationUrl, type Claims, exchangeCode, ProviderError } from './provider.ts'
import { providerOf, redirectUri } from './state.ts'
import * as store from './store.ts'

const attempt_ms = 10 * minute_ms
const nameCharsMax = 100
/** Per workspace: each start and each finish makes requests to the provider. */
const providerLimit = { name: 'sso-provider', points: 300, per_s: 60 }
const iso = (ms: number) => new Date(ms).toISOString()

const stateInvalid = () => validationError('state', 'sso_state_invalid')
function problemOf(error: unknown): unknown {
  return error instanceof ProviderError ? validationError('provider', `sso_provider_${error.failure}`) : error
}

export async function findSingleSignOn(
  ctx: Context,
  _actor: unknown,
  { email }: Input<typeof contract.findSingleSignOn>,
) {
  const owner = await store.findDomainOwner(ctx.db, emailDomain(email))
  const active = owner && (await store.findActive(ctx.db, owner))
  return { workspace: active ? active.name : null }
}

export async function startSingleSignOn(
  ctx: Context,
  _actor: unknown,
  { email, integration_id: requested_id, next }: Input<typeof contract.startSingleSignOn>,
  { request, reply }: HttpContext,
) {
  const integration_id = requested_id ?? (email && (await store.findDomainOwner(ctx.db, emailDomain(email))))
  const settings = integration_id ? await store.findActive(ctx.db, integration_id) : undefined
  if (!settings) throw validationError('email', 'sso_none')
  await ctx.rates.take(providerLimit, settings.integration_id, request.ip)
  const browser = attemptCookie(ctx, request) || newToken()
  const secrets = { state: newToken(), nonce: newToken(), code_verifier: newToken() }
  const expected = { redirect_uri: redirectUri(ctx), ...secrets }
  const url = await authorizationUrl(ctx.egress, providerOf(ctx, settings), expected, email).catch(
    (error: unknown) => {
      throw problemOf(error)
    },
  )
  await ctx.transaction((tx) =>
    store.insertAttempt(
      tx,
      {
        integration_id: settings.integration_id,
        state_hash: hashToken(secrets.state),
        browser_hash: hashToken(browser),
        issuer: settings.issuer,
        client_id: settings.client_id,
        nonce: secrets.nonce,
        code_verifier: secrets.code_verifier,
        next: next ?? null,
        expires_at: iso(ctx.now() + attempt_ms),
        subject: null,
        user_id: null,
      },
      isoNow(ctx),
    ),
  )
  setAttemptCookie(ctx, reply, browser)
  return { url }
}

/** The settings that an attempt was started with; they may have changed since. */
async function settingsOf(ctx: Context, { integration_id, issuer, client_id }: store.Attempt) {
  const settings = await store.findActive(ctx.db, integration_id)
  if (settings?.issuer !== issuer || settings.client_id !== client_id) throw stateInvalid()
  return settings
}
type ActiveSettings = Awaited<ReturnType<typeof settingsOf>>

export async function finishSingleSignOn(
  ctx: Context,
  session: Session | undefined,
  { state, code, iss, error }: Input<typeof contract.finishSingleSignOn>,
  exchange: HttpContext,
) {
  const key = {
    state_hash: hashToken(state),
    browser_hash: hashToken(attemptCookie(ctx, exchange.request)),
  }
  const attempt = await ctx.transaction((tx) => store.takeAttempt(tx, key, isoNow(ctx)))
  if (!attempt) throw stateInvalid()
  if (code === undefined)
    throw validationError('provider', error === 'access_denied' ? 'sso_denied' : 'sso_failed')
  const settings = await settingsOf(ctx, attempt)
  const { nonce, code_verifier } = attempt
  const expected = { redirect_uri: redirectUri(ctx), state, nonce, code_verifier }
  const claims = await exchangeCode(
    ctx.egress,
    providerOf(ctx, settings),
    { state, code, iss },
    expected,
  ).catch((failed: unknown) => {
    throw problemOf(failed)
  })
  return ctx.transaction((tx) => signInAs(ctx, tx, { attempt, settings, claims, session, exchange }))
}

/**
 * Signs in the linked user; else a new one. An account that exists already has to be linked first: its owner confirms
 * it with the password.
 */
async function signInAs(
  ctx: Context,
  tx: Tx,
  {
    attempt,
    settings,
    claims,
    session,
    exchange,
  }: {
    attempt: store.Attempt
    settings: ActiveSettings
    claims: Claims
    session: Session | undefined
    exchange: HttpContext
  },
) {
  const { integration_id, issuer, next } = attempt
  const { subject, verified_email: email } = claims
  const identity = { integration_id, issuer, subject }
  const linked = await store.findIdentity(tx, identity)
  const entering = { settings, subject, next, session, exchange }
  if (linked) {
    const user = await lockProviderUser(tx, linked.user_id)
    // Undoing a change of the account's address removes links, while this waits for the account.
    if (!user || !(await store.findIdentity(tx, identity))) throw stateInvalid()
    return enter(ctx, tx, { ...entering, user })
  }
  if (email === '') throw validationError('email', 'sso_email_unverified')
  if ((await store.findDomainOwner(tx, emailDomain(email))) !== integration_id)
    throw validationError('email', 'sso_email_domain')
  const name =
    [...cleanName(claims.name)].slice(0, nameCharsMax).join('') || email.slice(0, email.indexOf('@'))
  const { user, is_new } = await findOrCreateUser(ctx, tx, { name, email }, exchange)
  if (is_new) return enter(ctx, tx, { ...entering, user })
  await store.insertAttempt(
    tx,
    { ...attempt, subject, user_id: user.id, expires_at: iso(ctx.now() + attempt_ms) },
    isoNow(ctx),
  )
  return { needs_password: true as const, email: user.email }
}

interface Entering {
  user: ProviderUser
  settings: ActiveSettings
  subject: string
  next: string | null
  session: Session | undefined
  exchange: HttpContext
  has_password?: boolean
}
async function enter(
  ctx: Context,
  tx: Tx,
  { user, settings, subject, next, session, exchange, ...more }: Entering,
) {
  const { integration_id, issuer, default_role } = settings
  const saved = await store.saveIdentity(
    tx,
    { integration_id, issuer, subject, user_id: user.id },
    isoNow(ctx),
  )
  // Linked to another user in the meantime.
  if (!saved) throw stateInvalid()
  const ip_prefix = anonymizeIp(exchange.request.ip)
  await joinBySingleSignOn(ctx, tx, { integration_id, user, ip_prefix, role: default_role })
  await startProviderSession(ctx, tx, exchange, { user, integration_id, former: session, ...more })
  clearAttemptCookie(ctx, exchange.reply)
  return { user, next }
}

export async function linkSingleSignOn(
  ctx: Context,
  session: Session | undefined,
  { password, code }: Input<typeof contract.linkSingleSignOn>,
  exchange: HttpContext,
) {
  const browser_hash = hashToken(attemptCookie(ctx, exchange.request))
  const attempt = await store.findPendingLink(ctx.db, browser_hash, isoNow(ctx))
  if (!attempt?.user_id || attempt.subject === null) throw stateInvalid()
  const { user_id, subject, next } = attempt
  const settings = await settingsOf(ctx, attempt)
  const checked = await checkPassword(ctx, user_id, { password, code }, exchange)
  if (checked === 'needs_code') return { needs_code: true as const }
  return ctx.transaction(async (tx) => {
    if (!(await store.deleteAttempt(tx, attempt.state_hash))) throw stateInvalid()
    await checked(tx)
    const user = await lockProviderUser(tx, user_id)
    // The address of an account that never confirmed it proves nothing.
    if (!user?.email_verified_at) throw validationError('password', 'sso_unconfirmed')
    const entered = await enter(ctx, tx, {
      user,
      settings,
      subject,
      next,
      session,
      exchange,
      has_password: true,
    })
    const actor = { ...actorOf(user, exchange), integration_id: settings.integration_id }
    await record(ctx, tx, actor, { action: 'sso_linked' })
    await mailNotice(ctx, tx, user, 'sso_linked')
    return entered
  })
}
