import type { Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordAccountAction } from '#features/audit-log'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { localeOf } from '#platform/http/app.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { actorOf, renewSession } from './acting.ts'
import { sendLink } from './links.ts'
import { assertStrongPassword, hashPassword, needsRehash, verifyPassword } from './passwords.ts'
import { endSession, type Session } from './sessions.ts'
import * as store from './store.ts'
import { passSecondFactor } from './two-factor/service.ts'

const wrongCredentials = () => validationError('email', 'credentials_wrong')

/** The address a pending invitation was sent to. */
export type FindInvitedAddress = (db: Db, token: string, now: string) => Promise<string | undefined>

/**
 * An invitation link already proves the address, so it needs no confirmation.
 *
 * @param findInvitedAddress provided by the feature with invitations
 */
export const signUp =
  (findInvitedAddress: FindInvitedAddress) =>
  async (ctx: Context, _actor: unknown, input: Input<typeof contract.signUp>, exchange: HttpContext) => {
    const { name, email, password, invitation_token } = input
    assertStrongPassword(password, email)
    const password_hash = await hashPassword(password)
    return ctx.transaction(async (tx) => {
      const now = isoNow(ctx)
      const invited = invitation_token && (await findInvitedAddress(tx, invitation_token, now))
      const isVerified = invited?.toLowerCase() === email.toLowerCase()
      const user = (await store.isTaken(tx, email, now))
        ? undefined
        : await store.insertUser(tx, {
            name,
            email,
            password_hash,
            locale: localeOf(exchange.request),
            email_verified_at: isVerified ? now : null,
          })
      if (!user) throw validationError('email', 'email_taken')
      if (!isVerified) await sendLink(ctx, tx, user, 'verify_email')
      await renewSession(ctx, tx, exchange, user.id)
      return user
    })
  }

/**
 * @throws Problem `invalid_input` on `email`, the same for an unknown address and a wrong password, after
 * equal work; on `code`
 */
export async function signIn(
  ctx: Context,
  actor: Session | undefined,
  input: Input<typeof contract.signIn>,
  exchange: HttpContext,
) {
  const existing = await store.findUserByEmail(ctx.db, input.email)
  const isRight = await verifyPassword(input.password, existing?.password_hash ?? null)
  if (!existing || !isRight) throw wrongCredentials()
  const { password_hash, ...user } = existing
  if ((await passSecondFactor(ctx, user.id, input.code, exchange)) === 'needs_code')
    return { needs_code: true as const }
  const newHash = needsRehash(password_hash) ? await hashPassword(input.password) : undefined
  await ctx.transaction(async (tx) => {
    // A reset committed in the meantime has ended all sessions: this one must not start after it.
    const current = (await store.lockUser(tx, user.id))?.password_hash ?? null
    if (current !== password_hash && !(await verifyPassword(input.password, current)))
      throw wrongCredentials()
    if (newHash) await store.updatePassword(tx, user.id, newHash)
    if (actor) await endSession(ctx, tx, exchange.reply, actor)
    await renewSession(ctx, tx, exchange, user.id)
    await recordAccountAction(ctx, tx, actorOf(user, exchange), { action: 'signed_in' })
  })
  return user
}

export async function signOut(
  ctx: Context,
  actor: Session,
  _input: unknown,
  { reply, issueCsrf }: HttpContext,
) {
  await ctx.transaction((tx) => endSession(ctx, tx, reply, actor))
  issueCsrf('')
  return null
}
