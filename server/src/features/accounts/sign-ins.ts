import { type Input, Problem, signInsChanged } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { recordAccountAction } from '#features/audit-log'
import type { Context } from '#platform/context/context.ts'
import { endSessions, isSessionActive, type Session } from './sessions.ts'

export async function listSignIns(ctx: Context, { user, id_hash }: Session) {
  const rows = await ctx.db
    .selectFrom('session')
    .where('user_id', '=', user.id)
    .where((or) => isSessionActive(or, ctx.now()))
    .select(['id', 'id_hash', 'device', 'ip_prefix', 'created_at', 'last_seen_at'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  const all = rows.map(({ id_hash: own, ...row }) => ({ ...row, is_current: own.equals(id_hash) }))
  return [...all.filter((row) => row.is_current), ...all.filter((row) => !row.is_current)]
}

/** Ends one session; all sockets of the user reconnect and are authorized again. */
export async function endSignIn(
  ctx: Context,
  { user, ip_prefix }: Session,
  { sign_in_id }: Input<typeof contract.endSignIn>,
) {
  await ctx.transaction(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('id', '=', sign_in_id)
      .where('user_id', '=', user.id)
      .returning('device')
      .executeTakeFirst()
    if (!ended) throw new Problem('not_found')
    await recordAccountAction(
      ctx,
      tx,
      { user_id: user.id, name: user.name, ip_prefix },
      { action: 'sign_in_ended', subject: ended.device ?? '' },
    )
    tx.emit(signInsChanged, { user_id: user.id })
    tx.reauthorize(user.id)
  })
  return null
}

export async function endOtherSignIns(ctx: Context, { user, ip_prefix, id_hash }: Session) {
  await ctx.transaction(async (tx) => {
    await endSessions(tx, user.id, id_hash)
    await recordAccountAction(
      ctx,
      tx,
      { user_id: user.id, name: user.name, ip_prefix },
      { action: 'other_sign_ins_ended' },
    )
  })
  return null
}
