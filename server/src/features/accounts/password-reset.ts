import { type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordAccountAction } from '#features/audit-log'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { actorOf, renewSession } from './acting.ts'
import * as tokens from './link-store.ts'
import { expired, sendLink } from './links.ts'
import { mailNotice, mailPasswordReset } from './mails.ts'
import * as passkeys from './passkeys/store.ts'
import { assertStrongPassword, hashPassword } from './passwords.ts'
import { mailResetLinkJob } from './reset-link-job.ts'
import { endSessions, type Session } from './sessions.ts'
import { listSsoWorkspaces } from './sso-links.ts'
import * as store from './store.ts'

/**
 * Queues the email. The account is looked up in the job, so neither the reply nor its timing reveals whether
 * it exists.
 */
export async function forgotPassword(
  ctx: Context,
  _actor: unknown,
  { email }: Input<typeof contract.forgotPassword>,
) {
  await ctx.transaction((tx) => tx.enqueue(mailResetLinkJob, { email }))
  return null
}
/** If the address was emailed too often, the last link stays valid. */
export async function sendResetLink(ctx: Context, { email }: { email: string }): Promise<void> {
  const user = await store.findUserByEmail(ctx.db, email)
  if (!user) return
  await ctx
    .transaction((tx) => sendLink(ctx, tx, user, 'reset_password'))
    .catch((error: unknown) => {
      if (!(error instanceof Problem && error.code === 'rate_limited')) throw error
    })
}

/** The account of a reset link, and its passkeys, which keep working after a reset. */
export async function showPasswordReset(
  ctx: Context,
  _actor: unknown,
  { token }: Input<typeof contract.showPasswordReset>,
) {
  const link = await tokens.findToken(ctx.db, token, 'reset_password', isoNow(ctx))
  const user = link && (await store.findUserByEmail(ctx.db, link.email))
  if (!user || user.id !== link.user_id) throw expired()
  return { email: user.email, passkeys: await passkeys.listPasskeys(ctx.db, user.id) }
}

/**
 * The mailbox proves ownership of the account: the address counts as confirmed, every session ends, and all
 * other links stop working. The link must have been sent to the account's current address.
 */
export async function resetPassword(
  ctx: Context,
  _actor: unknown,
  { token, password, remove_passkey_ids = [] }: Input<typeof contract.resetPassword>,
  exchange: HttpContext,
) {
  const password_hash = await hashPassword(password)
  const now = isoNow(ctx)
  await ctx.transaction(async (tx) => {
    const link = await tokens.consumeToken(tx, token, ['reset_password'], now)
    const account = link && (await store.lockUser(tx, link.user_id))
    if (!link || account?.email.toLowerCase() !== link.email.toLowerCase()) throw expired()
    assertStrongPassword(password, link.email) // thrown inside the transaction, so the link isn't consumed
    await store.updatePassword(tx, account.id, password_hash)
    const user = await store.confirmEmail(tx, account.id, account.email, now)
    await tokens.deleteAllTokens(tx, user.id)
    const actor = actorOf(user, exchange)
    for (const id of new Set(remove_passkey_ids)) {
      const name = await passkeys.deletePasskey(tx, user.id, id)
      if (name !== undefined)
        await recordAccountAction(ctx, tx, actor, { action: 'passkey_removed', subject: name })
    }
    await endSessions(tx, user.id)
    await recordAccountAction(ctx, tx, actor, { action: 'password_reset' })
    if (account.email_verified_at) {
      const has_passkeys = (await passkeys.listPasskeys(tx, user.id)).length > 0
      const workspaces = await listSsoWorkspaces(tx, user.id)
      await mailPasswordReset(ctx, tx, user, { has_passkeys, workspaces })
    }
  })
  return null
}

/** Ends the other sessions and all links of the user, and notifies them by email, so that they can object. */
export async function changePassword(
  ctx: Context,
  session: Session,
  { new_password }: Input<typeof contract.changePassword>,
  exchange: HttpContext,
) {
  const { user } = session
  assertStrongPassword(new_password, user.email, 'new_password')
  const password_hash = await hashPassword(new_password)
  await ctx.transaction(async (tx) => {
    await store.updatePassword(tx, user.id, password_hash)
    await tokens.deleteAllTokens(tx, user.id)
    await endSessions(tx, user.id)
    await renewSession(ctx, tx, exchange, user.id, session)
    await recordAccountAction(ctx, tx, actorOf(user, exchange), { action: 'password_changed' })
    await mailNotice(ctx, tx, user, 'password_changed')
  })
  return null
}
