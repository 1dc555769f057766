import type { Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordAccountAction } from '#features/audit-log'
import type { Context, Tx } from '#platform/context/context.ts'
import type { HttpContext } from '#platform/http/guard.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { mailNotice } from '../mails.ts'
import { endSessions, type Session } from '../sessions.ts'
import { newTotp, renewCodes, sealSecret, consumeCode, consumeAttempt } from './codes.ts'
import * as store from './store.ts'
import { notifyTeams } from './notify-teams.ts'

const wrong = () => validationError('code', 'code_wrong')

/** Records it in the audit log of each of the user's workspaces and updates their teams' lists. */
async function recordOwnChange(
  ctx: Context,
  tx: Tx,
  { user, ip_prefix }: Session,
  action: 'two_factor_on' | 'two_factor_off' | 'recovery_codes_renewed',
) {
  await recordAccountAction(ctx, tx, { user_id: user.id, name: user.name, ip_prefix }, { action })
  await notifyTeams(tx, user.id)
}

export async function getTwoFactor(ctx: Context, { user }: Session) {
  return {
    is_on: await store.isEnabled(ctx.db, user.id),
    codes_left: await store.countCodesLeft(ctx.db, user.id),
  }
}

export async function startTwoFactor(ctx: Context, { user }: Session) {
  const { secret, uri } = newTotp(user.email)
  const isNew = await ctx.transaction((tx) =>
    store.upsertSecret(tx, user.id, sealSecret(ctx, user.id, secret)),
  )
  if (!isNew) throw validationError('code', 'two_factor_on')
  return { secret, uri }
}

export async function confirmTwoFactor(
  ctx: Context,
  session: Session,
  { code }: Input<typeof contract.confirmTwoFactor>,
  { request }: HttpContext,
) {
  const { user, id_hash } = session
  await consumeAttempt(ctx, user.id, request.ip, 'confirmation')
  const codes = await ctx.transaction(async (tx) => {
    if (!(await consumeCode(ctx, tx, user.id, code, false))) throw wrong()
    await store.confirm(tx, user.id, ctx.now())
    await endSessions(tx, user.id, id_hash)
    await recordOwnChange(ctx, tx, session, 'two_factor_on')
    await mailNotice(ctx, tx, user, 'two_factor_on')
    return renewCodes(ctx, tx, user.id)
  })
  return { codes }
}

export function renewRecoveryCodes(ctx: Context, session: Session) {
  const { user } = session
  return ctx.transaction(async (tx) => {
    if (!(await store.isEnabled(tx, user.id))) throw validationError('code', 'two_factor_none')
    await recordOwnChange(ctx, tx, session, 'recovery_codes_renewed')
    return { codes: await renewCodes(ctx, tx, user.id) }
  })
}

/** Idempotent. */
export async function stopTwoFactor(ctx: Context, session: Session) {
  const { user } = session
  await ctx.transaction(async (tx) => {
    if (!(await store.remove(tx, user.id))) return
    await recordOwnChange(ctx, tx, session, 'two_factor_off')
    await mailNotice(ctx, tx, user, 'two_factor_off')
    // Workspaces that require two factors don't admit these sessions anymore.
    tx.reauthorize(user.id)
  })
  return null
}

/**
 * Returns whether the password alone signs this user in. @throws Problem `invalid_input` on `code` ·
 * `rate_limited`
 */
export async function passSecondFactor(
  ctx: Context,
  user_id: string,
  code: string | undefined,
  { request }: HttpContext,
): Promise<'passed' | 'needs_code'> {
  if (!(await store.isEnabled(ctx.db, user_id))) return 'passed'
  if (code === undefined) return 'needs_code'
  await consumeAttempt(ctx, user_id, request.ip)
  const by = await ctx.transaction((tx) => consumeCode(ctx, tx, user_id, code))
  if (!by) throw wrong()
  return 'passed'
}

/** For users who lost app and codes: turns it off and ends all sessions. False if it wasn't on. */
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
