import { freshSignIn_s, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordOwn } from '#features/audit-log'
import type { Context, Db, Tx } from '#platform/context.ts'
import type { Exchange } from '#platform/http/guard.ts'
import { mailNotice } from '../mails.ts'
import { listCredentialIds } from '../passkeys/store.ts'
import { verifyPassword } from '../passwords.ts'
import { endSessions, type Session } from '../sessions.ts'
import { findPasswordHash } from '../store.ts'
import { newTotp, renewCodes, sealSecret, takeCode, takeTry } from './codes.ts'
import * as store from './store.ts'
import { tellTeams } from './tell-teams.ts'

const wrong = () => new Problem('invalid_input', { code: ['code_wrong'] })

/** @throws Problem `invalid_input` on `password` · `rate_limited` */
export async function needPassword(ctx: Context, { user }: Session, password: string, { request }: Exchange) {
  await takeTry(ctx, user.id, request.ip, 'again')
  if (!(await verifyPassword(password, await findPasswordHash(ctx.db, user.id))))
    throw new Problem('invalid_input', { password: ['password_wrong'] })
}
/**
 * Before something weighty: whoever finds a browser open has not signed in just now, and does not know the password.
 *
 * @throws Problem as `needPassword` does, and where none is given and the sign-in is not fresh
 */
export async function needOneself(
  ctx: Context,
  session: Session,
  password: string | undefined,
  exchange: Exchange,
): Promise<void> {
  const isFresh = ctx.now() - Date.parse(session.signed_in_at) < freshSignIn_s * 1000
  if (password === undefined && isFresh) return
  if (!password) throw new Problem('invalid_input', { password: ['required'] })
  await needPassword(ctx, session, password, exchange)
}
/** Written down in every workspace of theirs, whose team lists read it anew. */
async function noteOwn(
  ctx: Context,
  tx: Tx,
  { user, network }: Session,
  act: 'two_factor_on' | 'two_factor_off' | 'recovery_codes_renewed',
) {
  await recordOwn(ctx, tx, { user_id: user.id, name: user.name, network }, { act })
  await tellTeams(tx, user.id)
}

export async function getTwoFactor(ctx: Context, { user }: Session) {
  return {
    is_on: await store.isOn(ctx.db, user.id),
    codes_left: await store.countCodesLeft(ctx.db, user.id),
  }
}

export async function startTwoFactor(
  ctx: Context,
  session: Session,
  { password }: Input<typeof contract.startTwoFactor>,
  exchange: Exchange,
) {
  await needPassword(ctx, session, password, exchange)
  const { user } = session
  const { secret, uri } = newTotp(user.email)
  const isNew = await ctx.transaction((tx) => store.putSecret(tx, user.id, sealSecret(ctx, user.id, secret)))
  if (!isNew) throw new Problem('invalid_input', { password: ['two_factor_on'] })
  return { secret, uri }
}

export async function confirmTwoFactor(
  ctx: Context,
  session: Session,
  { code }: Input<typeof contract.confirmTwoFactor>,
  { request }: Exchange,
) {
  const { user, id_hash } = session
  await takeTry(ctx, user.id, request.ip, 'again')
  const codes = await ctx.transaction(async (tx) => {
    if (!(await takeCode(ctx, tx, user.id, code, false))) throw wrong()
    await store.confirm(tx, user.id, ctx.now())
    await endSessions(tx, user.id, id_hash)
    await noteOwn(ctx, tx, session, 'two_factor_on')
    await mailNotice(ctx, tx, user, 'two_factor_on')
    return renewCodes(ctx, tx, user.id)
  })
  return { codes }
}

export async function renewRecoveryCodes(
  ctx: Context,
  session: Session,
  { code }: Input<typeof contract.renewRecoveryCodes>,
  { request }: Exchange,
) {
  const { user } = session
  await takeTry(ctx, user.id, request.ip)
  return ctx.transaction(async (tx) => {
    if (!(await takeCode(ctx, tx, user.id, code))) throw wrong()
    await noteOwn(ctx, tx, session, 'recovery_codes_renewed')
    return { codes: await renewCodes(ctx, tx, user.id) }
  })
}

export async function stopTwoFactor(
  ctx: Context,
  session: Session,
  { password, code }: Input<typeof contract.stopTwoFactor>,
  exchange: Exchange,
) {
  const { user } = session
  await needPassword(ctx, session, password, exchange)
  await takeTry(ctx, user.id, exchange.request.ip)
  await ctx.transaction(async (tx) => {
    if (!(await takeCode(ctx, tx, user.id, code))) throw wrong()
    await store.remove(tx, user.id)
    await noteOwn(ctx, tx, session, 'two_factor_off')
    await mailNotice(ctx, tx, user, 'two_factor_off')
  })
  return null
}

/** Whether the account has an authenticator app or a passkey. */
export const hasSecondFactor = async (db: Db, user_id: string): Promise<boolean> =>
  (await store.isOn(db, user_id)) || (await listCredentialIds(db, user_id)).length > 0

/** Whether a right password alone signs this person in. @throws Problem `invalid_input` on `code` · `rate_limited` */
export async function passSecondFactor(
  ctx: Context,
  user_id: string,
  code: string | undefined,
  { request }: Exchange,
): Promise<'passed' | 'needs_code'> {
  if (!(await store.isOn(ctx.db, user_id))) return 'passed'
  if (code === undefined) return 'needs_code'
  await takeTry(ctx, user_id, request.ip)
  const by = await ctx.transaction((tx) => takeCode(ctx, tx, user_id, code))
  if (!by) throw wrong()
  return 'passed'
}

/** Of somebody who has lost app and codes: off, and signed out everywhere. False when it was not on. */
export async function clearTwoFactor(
  ctx: Context,
  tx: Tx,
  user: { id: string; name: string; email: string; locale: 'en' | 'sk' },
): Promise<boolean> {
  if (!(await store.remove(tx, user.id))) return false
  await endSessions(tx, user.id)
  await mailNotice(ctx, tx, user, 'two_factor_reset')
  return true
}
