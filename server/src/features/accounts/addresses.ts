import type { Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordAccountAction } from '#features/audit-log'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { mailProblem } from '#platform/mail/index.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import { actorOf, renewSession } from './acting.ts'
import { assertConfirmed } from './confirmation.ts'
import * as tokens from './link-store.ts'
import { createLink, expired, linkLifetimes_ms, type LinkRecipient, sendLink } from './links.ts'
import { mailAddressTaken, mailEmailChanged, mailNotice } from './mails.ts'
import { removePasskeysSince } from './passkeys/store.ts'
import { unusablePassword } from './passwords.ts'
import { endSession, endSessions, type Session } from './sessions.ts'
import { removeSsoLinksSince } from './sso-links.ts'
import * as store from './store.ts'
import { removeSince as removeTwoFactorSince } from './two-factor/store.ts'

const hour_s = 60 * 60
/** For accounts without a confirmed address: every correction emails someone. */
const correctionLimit: Limit = { name: 'correct-email', points: 3, per_s: hour_s, is_shared: true }
const correctionNetworkLimit: Limit = {
  name: 'correct-email-network',
  points: 3,
  per_s: hour_s,
  is_shared: true,
}
const changeLimit: Limit = { name: 'change-email', points: 5, per_s: hour_s, is_shared: true }

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Emails the confirmation link for `person.email`. If the address belongs to another account, the email says
 * so instead, so the caller can't tell the two cases apart.
 *
 * @throws Problem `rate_limited` on `email` if the address was emailed too often
 */
async function sendConfirmation(
  ctx: Context,
  tx: Tx,
  person: LinkRecipient,
  purpose: 'verify_email' | 'change_email',
): Promise<void> {
  if (!(await store.isTaken(tx, person.email, isoNow(ctx), person.id)))
    return sendLink(ctx, tx, person, purpose)
  await tokens.deleteTokens(tx, person.id, purpose)
  const outcome = await mailAddressTaken(ctx, tx, person)
  if (!outcome.is_queued) throw mailProblem(outcome, 'email')
}

/** Notifies the previous address of a change, with a link to undo it. */
async function announceChange(ctx: Context, tx: Tx, before: LinkRecipient): Promise<void> {
  await mailEmailChanged(ctx, tx, before, await createLink(ctx, tx, before, 'undo_email'))
}

/**
 * Confirms an address: of a new account, or the new one of an existing account.
 *
 * Without a session of that account, the request may come from someone else's mailbox: the account could have
 * been created by a person who doesn't own the address. Then its password is voided, all its sessions end,
 * and the reply contains the secret for choosing a new password. An existing account changes its address in its own
 * sessions only: its former address can undo the change, and would get what the new owner has joined since.
 *
 * @throws Problem `invalid_input` on `token`
 */
export async function verifyEmail(
  ctx: Context,
  actor: Session | undefined,
  { token }: Input<typeof contract.verifyEmail>,
  exchange: HttpContext,
) {
  const now = isoNow(ctx)
  const done = await ctx.transaction(async (tx) => {
    const link = await tokens.consumeToken(tx, token, ['verify_email', 'change_email'], now)
    const before = link && (await store.lockUser(tx, link.user_id))
    if (!link || !before) throw expired()
    const isOwn = actor?.user.id === before.id
    if (!isOwn && link.purpose === 'change_email') throw validationError('token', 'token_needs_sign_in')
    if (await store.isTaken(tx, link.email, now, before.id)) throw validationError('token', 'email_taken')
    const user = await store.confirmEmail(tx, before.id, link.email, now)
    await tokens.deleteAllTokens(tx, user.id)
    const isChange = before.email_verified_at !== null && before.email !== user.email
    if (isChange) {
      await announceChange(ctx, tx, before)
      await recordAccountAction(ctx, tx, actorOf(user, exchange), {
        action: 'email_changed',
        subject: user.email,
      })
    }
    if (isChange || !isOwn) await endSessions(tx, user.id)
    else if (actor) await endSession(ctx, tx, exchange.reply, actor)
    if (isOwn) {
      await renewSession(ctx, tx, exchange, user.id, actor)
      return { user, reset_token: undefined }
    }
    await store.updatePassword(tx, user.id, unusablePassword())
    return { user, reset_token: await createLink(ctx, tx, user, 'reset_password') }
  })
  return { email: done.user.email, reset_token: done.reset_token }
}

export async function resendVerification(ctx: Context, { user }: Session) {
  if (!user.email_verified_at) await ctx.transaction((tx) => sendConfirmation(ctx, tx, user, 'verify_email'))
  return { email: user.email }
}

/** The reply is the same whether or not the new address belongs to another account. */
export async function changeEmail(
  ctx: Context,
  session: Session,
  { email }: Input<typeof contract.changeEmail>,
  exchange: HttpContext,
) {
  const { user } = session
  const { ip } = exchange.request
  if (email === user.email) throw validationError('email', 'email_unchanged')
  if (!user.email_verified_at) {
    await ctx.rates.take(correctionLimit, user.id, ip)
    await ctx.rates.takeByNetwork(correctionNetworkLimit, ip)
    return ctx.transaction(async (tx) => {
      await tokens.deleteAllTokens(tx, user.id)
      await store.requestEmail(tx, user.id, email)
      await sendConfirmation(ctx, tx, { ...user, email }, 'verify_email')
      return { email }
    })
  }
  assertConfirmed(ctx, session)
  await ctx.rates.take(changeLimit, user.id, ip)
  return ctx.transaction(async (tx) => {
    await sendConfirmation(ctx, tx, { ...user, email }, 'change_email')
    await mailNotice(ctx, tx, user, 'email_changing')
    return { email }
  })
}

/**
 * Restores the previous address, from the link sent to it. The person who changed it may know the
 * password and may have added other ways to sign in, also before the change: all sessions end, the password is
 * voided, and passkeys, authenticator apps and links to single sign-on added after the change or in the week before it
 * are removed.
 *
 * @returns the address, and the secret for choosing a password
 * @throws Problem `invalid_input` on `token`
 */
export async function undoEmailChange(
  ctx: Context,
  _actor: Session | undefined,
  { token }: Input<typeof contract.undoEmailChange>,
  exchange: HttpContext,
) {
  const now = isoNow(ctx)
  const done = await ctx.transaction(async (tx) => {
    const link = await tokens.consumeToken(tx, token, ['undo_email'], now)
    const account = link && (await store.lockUser(tx, link.user_id))
    if (!link || !account || (await store.isTaken(tx, link.email, now, account.id))) throw expired()
    const user = await store.confirmEmail(tx, account.id, link.email, now)
    await tokens.deleteAllTokens(tx, user.id)
    await tokens.deleteNewerUndoTokens(tx, user.id, link.created_at)
    const suspect_since = iso(Date.parse(link.created_at) - linkLifetimes_ms.undo_email)
    await removePasskeysSince(tx, user.id, suspect_since)
    await removeTwoFactorSince(tx, user.id, suspect_since)
    await removeSsoLinksSince(tx, user.id, suspect_since)
    await store.updatePassword(tx, user.id, unusablePassword())
    await endSessions(tx, user.id)
    await recordAccountAction(ctx, tx, actorOf(user, exchange), {
      action: 'email_change_undone',
      subject: user.email,
    })
    return { user, reset_token: await createLink(ctx, tx, user, 'reset_password') }
  })
  return { email: done.user.email, reset_token: done.reset_token }
}
