import type { Input, ReportEmail, ReportSchedule } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { Session } from '#features/accounts'
import { findTimeZone, type MemberActor, sessionOf } from '#features/integrations'
import { findRecipient } from '#features/notifications'
import type { Context, Db } from '#platform/context/context.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { nextReportAt } from './schedule.ts'
import * as store from './store.ts'
import { memberOfToken } from './token.ts'

async function read(db: Db, key: store.MemberKey): Promise<ReportEmail> {
  const stored = await store.findSchedule(db, key)
  if (!stored) return { schedule: null, next_at: null }
  const { next_at, ...schedule } = stored
  return { schedule, next_at }
}

const isSame = (a: ReportSchedule, b: ReportSchedule) =>
  a.frequency === b.frequency && a.day === b.day && a.time_zone === b.time_zone

/** @throws Problem `forbidden` for an API key, which has no address */
export function getReportEmail(ctx: Context, actor: MemberActor) {
  sessionOf(actor)
  return read(ctx.db, actor)
}

/** An unchanged schedule keeps its next time, so that saving it while a report is due loses none. */
export function updateReportEmail(
  ctx: Context,
  actor: MemberActor,
  { frequency, day, time_zone }: Input<typeof contract.updateReportEmail>,
) {
  sessionOf(actor)
  const schedule = { frequency, day, time_zone }
  return ctx.transaction(async (tx) => {
    const before = await store.lockSchedule(tx, actor)
    if (!before || !isSame(before, schedule)) {
      const zone = time_zone ?? (await findTimeZone(tx, actor.integration_id))
      await store.setSchedule(tx, actor, { ...schedule, next_at: nextReportAt(schedule, zone, ctx.now()) })
    }
    return read(tx, actor)
  })
}

export async function deleteReportEmail(ctx: Context, actor: MemberActor) {
  sessionOf(actor)
  await ctx.transaction((tx) => store.deleteSchedule(tx, actor))
  return null
}

/** @throws Problem `invalid_input` on `token` if it isn't ours, or the member has left */
export async function unsubscribe(ctx: Context, token: string): Promise<{ workspace: string }> {
  const key = memberOfToken(ctx.secrets, token)
  const recipient = key && (await findRecipient(ctx.db, key))
  if (!key || !recipient) throw validationError('token', 'token_invalid')
  await ctx.transaction((tx) => store.deleteSchedule(tx, key))
  return { workspace: recipient.workspace }
}
export const unsubscribeReportEmails = (
  ctx: Context,
  _session: Session | undefined,
  { token }: Input<typeof contract.unsubscribeReportEmails>,
) => unsubscribe(ctx, token)
