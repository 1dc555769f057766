import { confirmation_s, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import type { HttpContext, Guard } from '#platform/http/guard.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { confirmByPasskey } from './passkeys/service.ts'
import { listCredentialIds } from './passkeys/store.ts'
import { verifyPassword } from './passwords.ts'
import { confirmSession, type Session } from './sessions.ts'
import { findPasswordHash } from './store.ts'
import { consumeCode, consumeAttempt } from './two-factor/codes.ts'
import { isEnabled } from './two-factor/store.ts'

/** When the session's confirmation expires, in ms. */
const endOf = ({ confirmed_at }: Session) => Date.parse(confirmed_at) + confirmation_s * 1000

/** @throws Problem `confirm_identity` if the session's last sign-in or confirmation is too old */
export function assertConfirmed(ctx: Context, session: Session): void {
  if (ctx.now() >= endOf(session)) throw new Problem('confirm_identity')
}

/** For sensitive calls: the same guard, but the session must be confirmed. Callers without a session can't. */
export const confirmed = <A, I extends Session | object>(guard: Guard<A, I>): Guard<A, I> => ({
  ...guard,
  async authorize(ctx, request, identity) {
    const actor = await guard.authorize(ctx, request, identity)
    if (!('confirmed_at' in identity)) throw new Problem('forbidden')
    assertConfirmed(ctx, identity)
    return actor
  },
})

export async function getConfirmation(ctx: Context, session: Session) {
  const { id } = session.user
  const end = endOf(session)
  return {
    confirmed_until: ctx.now() < end ? new Date(end).toISOString() : null,
    by: (await isEnabled(ctx.db, id)) ? ('code' as const) : ('password' as const),
    has_passkeys: (await listCredentialIds(ctx.db, id)).length > 0,
  }
}

async function confirmByCode(ctx: Context, session: Session, code: string | undefined, peer: string) {
  if (!code) throw validationError('code', 'required')
  await consumeAttempt(ctx, session.user.id, peer)
  await ctx.transaction(async (tx) => {
    if (!(await consumeCode(ctx, tx, session.user.id, code))) throw validationError('code', 'code_wrong')
    await confirmSession(tx, session, ctx.now())
  })
}

async function confirmByPassword(ctx: Context, session: Session, password: string | undefined, peer: string) {
  if (!password) throw validationError('password', 'required')
  await consumeAttempt(ctx, session.user.id, peer, 'confirmation')
  if (!(await verifyPassword(password, await findPasswordHash(ctx.db, session.user.id))))
    throw validationError('password', 'password_wrong')
  await ctx.transaction((tx) => confirmSession(tx, session, ctx.now()))
}

/** With two-factor sign-in the password alone isn't enough: others may know it. */
export async function confirmIdentity(
  ctx: Context,
  session: Session,
  { password, code, passkey }: Input<typeof contract.confirmIdentity>,
  { request }: HttpContext,
) {
  if (passkey) await confirmByPasskey(ctx, session, passkey)
  else if (await isEnabled(ctx.db, session.user.id)) await confirmByCode(ctx, session, code, request.ip)
  else await confirmByPassword(ctx, session, password, request.ip)
  return null
}
