import { effectiveAccess, can, type ReportSchedule } from '@ozvi/contract'
import { findMembership } from '#features/integrations'
import type { ReportReader } from '#features/reports'
import type { Db, Tx } from '#platform/context/context.ts'

export interface MemberKey {
  integration_id: string
  user_id: string
}
type StoredSchedule = ReportSchedule & { next_at: string }

const scheduleOf = (db: Db, { integration_id, user_id }: MemberKey) =>
  db
    .selectFrom('report_email')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .select(['frequency', 'day', 'time_zone', 'next_at'])

export const findSchedule = (db: Db, key: MemberKey): Promise<StoredSchedule | undefined> =>
  scheduleOf(db, key).executeTakeFirst()

/** Locks the row until the end of the transaction. */
export const lockSchedule = (tx: Tx, key: MemberKey): Promise<StoredSchedule | undefined> =>
  scheduleOf(tx, key).forUpdate().executeTakeFirst()

export const setSchedule = (tx: Tx, { integration_id, user_id }: MemberKey, schedule: StoredSchedule) =>
  tx
    .insertInto('report_email')
    .values({ integration_id, user_id, ...schedule })
    .onConflict((conflict) => conflict.columns(['integration_id', 'user_id']).doUpdateSet(schedule))
    .execute()

export const deleteSchedule = (tx: Tx, { integration_id, user_id }: MemberKey) =>
  tx
    .deleteFrom('report_email')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .execute()

/** Locks due schedules of all workspaces; those that another process has locked are skipped. */
export const lockDue = (tx: Tx, now: string, limit: number) =>
  tx
    .selectFrom('report_email')
    .innerJoin('integration', 'integration.id', 'report_email.integration_id')
    .where('next_at', '<=', now)
    .select(['integration_id', 'user_id', 'frequency', 'day', 'report_email.time_zone'])
    .select('integration.time_zone as workspace_zone')
    .orderBy('next_at')
    .limit(limit)
    .forUpdate('report_email')
    .skipLocked()
    .execute()

export const setNext = (tx: Tx, { integration_id, user_id }: MemberKey, next_at: string) =>
  tx
    .updateTable('report_email')
    .set({ next_at })
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .execute()

/** @returns whether the report of this period wasn't sent before, and is still wanted */
export const markSent = async (
  tx: Tx,
  { integration_id, user_id }: MemberKey,
  until_day: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('report_email')
    .set({ sent_until: until_day })
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .where(({ or, eb }) => or([eb('sent_until', 'is', null), eb('sent_until', '<', until_day)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The member's rights now; undefined if they have left, can't see reports anymore, or the workspace is closed. */
export async function findReader(
  db: Db,
  { integration_id, user_id }: MemberKey,
): Promise<ReportReader | undefined> {
  const membership = await findMembership(db, user_id, integration_id)
  if (!membership || membership.deletes_at || !can(membership, 'reports.see')) return undefined
  return { integration_id, user_id, role: membership.role, conversation_access: effectiveAccess(membership) }
}
