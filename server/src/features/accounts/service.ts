import { type Input, type Locale, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordOwn } from '#features/audit-log'
import type { Context, Tx } from '#platform/context.ts'
import { localeOf } from '#platform/http/app.ts'
import type { Exchange } from '#platform/http/guard.ts'
import { shortAddress } from '#platform/rates.ts'
import { mailNotice, mailLink } from './mails.ts'
import { hashPassword, needsRehash, verifyPassword, weakness } from './passwords.ts'
import { endSession, endSessions, type Session, startSession } from './sessions.ts'
import * as store from './store.ts'
import { needPassword, passSecondFactor } from './two-factor/service.ts'

const hour_ms = 60 * 60 * 1000
const lifetimes_ms = {
  verify_email: 24 * hour_ms,
  change_email: 24 * hour_ms,
  reset_password: hour_ms,
} as const
interface Person {
  id: string
  name: string
  email: string
  locale: Locale
}

async function sendLink(ctx: Context, tx: Tx, person: Person, purpose: store.MailPurpose): Promise<void> {
  const expires_at = new Date(ctx.now() + lifetimes_ms[purpose]).toISOString()
  const token = await store.putMailToken(tx, { user_id: person.id, purpose, email: person.email, expires_at })
  await mailLink(ctx, tx, person, purpose, token)
}

/** Somebody who acts without a session, or before it. */
const doer = ({ id, name }: Pick<Person, 'id' | 'name'>, { request }: Exchange) => ({
  user_id: id,
  name,
  network: shortAddress(request.ip),
})

/** Signs this browser in anew: another session id, another CSRF token. */
async function renewSession(
  ctx: Context,
  tx: Tx,
  exchange: Exchange,
  user_id: string,
  by_passkey = false,
): Promise<void> {
  exchange.issueCsrf(await startSession(ctx, tx, exchange, user_id, by_passkey))
}

function refuseWeak(password: string, email: string, field: 'password' | 'new_password' = 'password'): void {
  const refusal = weakness(password, email)
  if (refusal) throw new Problem('invalid_input', { [field]: [refusal] })
}

export async function signUp(
  ctx: Context,
  _actor: unknown,
  input: Input<typeof contract.signUp>,
  exchange: Exchange,
) {
  const { name, email, password } = input
  refuseWeak(password, email)
  const password_hash = await hashPassword(password)
  return ctx.transaction(async (tx) => {
    const user = await store.insertUser(tx, {
      name,
      email,
      password_hash,
      locale: localeOf(exchange.request),
    })
    if (!user) throw new Problem('invalid_input', { email: ['email_taken'] })
    await sendLink(ctx, tx, user, 'verify_email')
    await renewSession(ctx, tx, exchange, user.id)
    return user
  })
}

/**
 * @throws Problem `invalid_input` on `email`: unknown address and wrong password alike, after equal work; on `code`
 */
export async function signIn(
  ctx: Context,
  actor: Session | undefined,
  input: Input<typeof contract.signIn>,
  exchange: Exchange,
) {
  const found = await store.findUserByEmail(ctx.db, input.email)
  const isRight = await verifyPassword(input.password, found?.password_hash ?? null)
  if (!found || !isRight) throw new Problem('invalid_input', { email: ['credentials_wrong'] })
  const { password_hash, ...user } = found
  if ((await passSecondFactor(ctx, user.id, input.code, exchange)) === 'needs_code')
    return { needs_code: true as const }
  const better = needsRehash(password_hash) ? await hashPassword(input.password) : undefined
  await ctx.transaction(async (tx) => {
    if (better) await store.updatePassword(tx, user.id, better)
    if (actor) await endSession(ctx, tx, exchange.reply, actor)
    await renewSession(ctx, tx, exchange, user.id)
    await recordOwn(ctx, tx, doer(user, exchange), { act: 'signed_in' })
  })
  return user
}

export async function signOut(ctx: Context, actor: Session, _input: unknown, { reply, issueCsrf }: Exchange) {
  await ctx.transaction((tx) => endSession(ctx, tx, reply, actor))
  ctx.presence.judgeAgain(actor.user.id)
  issueCsrf('')
  return null
}

/** Proves an address: of a new account, or the new one of an old account. */
export async function verifyEmail(
  ctx: Context,
  actor: Session | undefined,
  input: Input<typeof contract.verifyEmail>,
  exchange: Exchange,
) {
  const now = new Date(ctx.now()).toISOString()
  const { email, ended } = await ctx.transaction(async (tx) => {
    const token = await store.takeMailToken(tx, input.token, ['verify_email', 'change_email'], now)
    if (!token) throw new Problem('invalid_input', { token: ['token_expired'] })
    const user =
      token.purpose === 'change_email'
        ? await store.updateEmail(tx, token.user_id, token.email, now)
        : await store.markVerified(tx, token.user_id, token.email, now)
    if (!user) throw new Problem('invalid_input', { token: ['token_expired'] })
    const isOwn = actor?.user.id === user.id
    if (token.purpose === 'change_email') {
      await endSessions(tx, user.id)
      await recordOwn(ctx, tx, doer(user, exchange), { act: 'email_changed', subject: user.email })
    }
    if (token.purpose !== 'change_email' && actor && isOwn) await endSession(ctx, tx, exchange.reply, actor)
    if (isOwn) await renewSession(ctx, tx, exchange, user.id, actor?.by_passkey)
    return { email: user.email, ended: token.purpose === 'change_email' ? user.id : undefined }
  })
  if (ended) ctx.presence.judgeAgain(ended)
  return { email }
}

export async function resendVerification(ctx: Context, { user }: Session) {
  if (!user.email_verified_at) await ctx.transaction((tx) => sendLink(ctx, tx, user, 'verify_email'))
  return { email: user.email }
}

export async function changeEmail(
  ctx: Context,
  session: Session,
  { email, password }: Input<typeof contract.changeEmail>,
  exchange: Exchange,
) {
  const { user } = session
  if (email === user.email) throw new Problem('invalid_input', { email: ['email_unchanged'] })
  if (!user.email_verified_at) {
    return ctx.transaction(async (tx) => {
      const changed = await store.updateEmail(tx, user.id, email, null)
      if (!changed) throw new Problem('invalid_input', { email: ['email_taken'] })
      await sendLink(ctx, tx, changed, 'verify_email')
      return { email }
    })
  }
  if (!password) throw new Problem('invalid_input', { password: ['required'] })
  await needPassword(ctx, session, password, exchange)
  return ctx.transaction(async (tx) => {
    if (await store.findUserByEmail(tx, email)) throw new Problem('invalid_input', { email: ['email_taken'] })
    await sendLink(ctx, tx, { ...user, email }, 'change_email')
    await mailNotice(tx, user, 'email_changing')
    return { email }
  })
}

/** Says nothing about whether the account exists, by word or by time: the mail is a job. */
export async function forgotPassword(
  ctx: Context,
  _actor: unknown,
  { email }: Input<typeof contract.forgotPassword>,
) {
  const user = await store.findUserByEmail(ctx.db, email)
  if (user) await ctx.transaction((tx) => sendLink(ctx, tx, user, 'reset_password'))
  return null
}

/** Whoever reads the mailbox owns the account: the address is proven and every session ends. */
export async function resetPassword(
  ctx: Context,
  _actor: unknown,
  { token, password }: Input<typeof contract.resetPassword>,
  exchange: Exchange,
) {
  const password_hash = await hashPassword(password)
  const now = new Date(ctx.now()).toISOString()
  const user_id = await ctx.transaction(async (tx) => {
    const taken = await store.takeMailToken(tx, token, ['reset_password'], now)
    if (!taken) throw new Problem('invalid_input', { token: ['token_expired'] })
    refuseWeak(password, taken.email) // thrown inside, so the link is not used up
    await store.updatePassword(tx, taken.user_id, password_hash)
    const user = await store.markVerified(tx, taken.user_id, taken.email, now)
    if (user) await recordOwn(ctx, tx, doer(user, exchange), { act: 'password_reset' })
    await store.deleteMailTokens(tx, taken.user_id, 'verify_email')
    await endSessions(tx, taken.user_id)
    return taken.user_id
  })
  ctx.presence.judgeAgain(user_id)
  return null
}

/** Whoever else is signed in as this person is out; the mailbox is told, so that its owner can object. */
export async function changePassword(
  ctx: Context,
  session: Session,
  { password, new_password }: Input<typeof contract.changePassword>,
  exchange: Exchange,
) {
  const { user } = session
  await needPassword(ctx, session, password, exchange)
  refuseWeak(new_password, user.email, 'new_password')
  const password_hash = await hashPassword(new_password)
  await ctx.transaction(async (tx) => {
    await store.updatePassword(tx, user.id, password_hash)
    await store.deleteMailTokens(tx, user.id, 'reset_password')
    await endSessions(tx, user.id)
    await renewSession(ctx, tx, exchange, user.id, session.by_passkey)
    await recordOwn(ctx, tx, doer(user, exchange), { act: 'password_changed' })
    await mailNotice(tx, user, 'password_changed')
  })
  ctx.presence.judgeAgain(user.id)
  return null
}
