import { type AuditEntry, type AuditFilter, auditActs } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'

/** Where a page begins: after this entry. */
export interface Place {
  at: string
  id: string
}

/** Newest first. */
export const listEntries = (
  db: Db,
  integration_id: string,
  { area, actor_id, from, until, after, limit }: AuditFilter & { after: Place | undefined; limit: number },
): Promise<(AuditEntry & { place: string })[]> =>
  db
    .selectFrom('audit_entry')
    .where('integration_id', '=', integration_id)
    .$if(area !== undefined, (query) => query.where('act', 'in', area ? auditActs[area] : []))
    .$if(actor_id !== undefined, (query) => query.where('actor_id', '=', actor_id ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .select(['id', 'at', 'actor_id', 'actor_name', 'act', 'subject', 'details', 'network'])
    // to the microsecond, which the time of a reply leaves out
    .select(sql<string>`at::text`.as('place'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findKeepDays = async (db: Db, integration_id: string): Promise<number | null> =>
  (
    await db
      .selectFrom('integration')
      .where('id', '=', integration_id)
      .select('audit_days')
      .executeTakeFirstOrThrow()
  ).audit_days

export const setKeepDays = (tx: Tx, integration_id: string, audit_days: number | null) =>
  tx.updateTable('integration').set({ audit_days }).where('id', '=', integration_id).execute()

/** What the workspaces do not keep any longer, by the database's own clock, which judges it as well. */
export const deleteOld = (tx: Tx) =>
  sql`delete from audit_entry using integration where integration.id = audit_entry.integration_id
    and audit_entry.at <= now() - make_interval(days => integration.audit_days)`.execute(tx)
