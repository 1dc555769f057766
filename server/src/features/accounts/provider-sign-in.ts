import type { Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordAccountAction } from '#features/audit-log'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { localeOf } from '#platform/http/app.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { actorOf, renewSession } from './acting.ts'
import { unusablePassword, verifyPassword } from './passwords.ts'
import { endSession, type Session } from './sessions.ts'
import * as store from './store.ts'
import { consumeAttempt } from './two-factor/codes.ts'
import { passSecondFactor } from './two-factor/service.ts'

/** The columns of an account that sign-in through a provider needs. */
export type ProviderUser = Omit<
  NonNullable<Awaited<ReturnType<typeof store.findUserByEmail>>>,
  'password_hash'
>

const withoutHash = ({ id, name, email, email_verified_at, locale }: ProviderUser): ProviderUser => ({
  id,
  name,
  email,
  email_verified_at,
  locale,
})

export async function lockProviderUser(tx: Tx, id: string): Promise<ProviderUser | undefined> {
  const user = await store.lockUser(tx, id)
  return user && withoutHash(user)
}

/**
 * The account of an address that a provider has verified; a new one without a password if there is none.
 *
 * @throws Problem `invalid_input` on `email` if the address is reserved for undoing a change of address
 */
export async function findOrCreateUser(
  ctx: Context,
  tx: Tx,
  { name, email }: { name: string; email: string },
  { request }: HttpContext,
): Promise<{ user: ProviderUser; is_new: boolean }> {
  const now = isoNow(ctx)
  const isTaken = await store.isTaken(tx, email, now)
  const existing = isTaken ? await store.findUserByEmail(tx, email) : undefined
  if (existing) return { user: withoutHash(existing), is_new: false }
  const user = isTaken
    ? undefined
    : await store.insertUser(tx, {
        name,
        email,
        password_hash: unusablePassword(),
        locale: localeOf(request),
        email_verified_at: now,
      })
  if (!user) throw validationError('email', 'email_taken')
  return { user, is_new: true }
}

/**
 * Checks the password of an account and, if it has one, its second factor.
 *
 * @returns a check for the transaction that relies on it: a reset in the meantime voids the password
 * @throws Problem `invalid_input` on `password` or `code`
 */
export async function checkPassword(
  ctx: Context,
  user_id: string,
  { password, code }: Pick<Input<typeof contract.linkSingleSignOn>, 'password' | 'code'>,
  exchange: HttpContext,
): Promise<'needs_code' | ((tx: Tx) => Promise<void>)> {
  const wrong = () => validationError('password', 'password_wrong')
  await consumeAttempt(ctx, user_id, exchange.request.ip, 'confirmation')
  const hash = await store.findPasswordHash(ctx.db, user_id)
  if (!(await verifyPassword(password, hash))) throw wrong()
  if ((await passSecondFactor(ctx, user_id, code, exchange)) === 'needs_code') return 'needs_code'
  return async (tx) => {
    if ((await store.lockUser(tx, user_id))?.password_hash !== hash) throw wrong()
  }
}

/**
 * Starts the session of a user who passed a workspace's single sign-on. If the browser was signed in as the same user
 * before, that sign-in continues to count. The workspace becomes the active one.
 *
 * @param has_password the password was given as well
 */
export async function startProviderSession(
  ctx: Context,
  tx: Tx,
  exchange: HttpContext,
  {
    user,
    integration_id,
    former,
    has_password = false,
  }: {
    user: ProviderUser
    integration_id: string
    former: Session | undefined
    has_password?: boolean
  },
): Promise<void> {
  if (former) await endSession(ctx, tx, exchange.reply, former)
  const own = former?.user.id === user.id ? former : undefined
  await tx
    .updateTable('app_user')
    .set({ last_integration_id: integration_id })
    .where('id', '=', user.id)
    .execute()
  await renewSession(ctx, tx, exchange, user.id, {
    sso_integration_id: integration_id,
    is_sso_only: !has_password && (own?.is_sso_only ?? true),
    via_passkey: own?.via_passkey ?? false,
    // The administrator of the provider must not change the account's credentials.
    ...(has_password ? {} : { confirmed_at: own?.confirmed_at ?? new Date(0).toISOString() }),
  })
  await recordAccountAction(ctx, tx, actorOf(user, exchange), { action: 'signed_in' })
}
