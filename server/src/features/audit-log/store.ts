import {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  type AuditFilter,
  auditActions,
} from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

/** The cursor of a page: its entries follow this one. */
export interface Position {
  at: string
  seq: string
}

/** Newest first; entries of the same moment in reverse order of insertion. */
export const listEntries = (
  db: Db,
  integration_id: string,
  { area, actor_id, from, until, after, limit }: AuditFilter & { after: Position | undefined; limit: number },
): Promise<(AuditEntry & { position: Position })[]> =>
  db
    .selectFrom('audit_entry')
    .where('integration_id', '=', integration_id)
    .$if(area !== undefined, (query) => query.where('action', 'in', area ? auditActions[area] : []))
    .$if(actor_id !== undefined, (query) => query.where('actor_id', '=', actor_id ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('at', '<', until ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, seq) < (${after?.at}::timestamptz, ${after?.seq}::bigint)`),
    )
    .select(['id', 'at', 'actor_id', 'actor_name', 'action', 'subject', 'details', 'ip_prefix'])
    // to the microsecond, which the time in replies omits
    .select(sql<Position>`json_build_object('at', at::text, 'seq', seq::text)`.as('position'))
    .orderBy('at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

/** Unordered; unknown ids are left out. */
export const listContactNames = (db: Db, integration_id: string, ids: readonly string[]) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'name', 'email'])
    .execute()

/** Members first, then by name. One index lookup per actor, however long the log is. */
export const listActors = async (db: Db, integration_id: string): Promise<AuditActor[]> =>
  (
    await sql<AuditActor>`
      with recursive actor as (
        (select actor_id from audit_entry where integration_id = ${integration_id} order by actor_id limit 1)
        union all
        select (select next.actor_id from audit_entry next where next.integration_id = ${integration_id}
          and next.actor_id > actor.actor_id order by next.actor_id limit 1)
        from actor where actor.actor_id is not null
      )
      select actor_id as user_id, last.actor_name as name, exists (select from member
        where member.integration_id = ${integration_id} and member.user_id = actor_id) as is_member
      from actor cross join lateral (
        select actor_name from audit_entry where integration_id = ${integration_id}
          and audit_entry.actor_id = actor.actor_id order by at desc, seq desc limit 1
      ) as last
      where actor_id is not null
      order by is_member desc, name, actor_id`.execute(db)
  ).rows

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

/** Workspaces with entries past their retention, by the database's clock, which the table's trigger checks. */
export const listWorkspacesWithOld = (db: Db) =>
  db
    .selectFrom('integration')
    .where(sql<boolean>`exists (select from audit_entry where audit_entry.integration_id = integration.id
      and at <= now() - make_interval(days => integration.audit_days))`)
    .select('id')
    .execute()

/** Deletes a batch of entries past their retention, oldest first. @returns what they recorded */
export const deleteOld = async (tx: Tx, integration_id: string, limit: number): Promise<AuditAction[]> =>
  (
    await sql<{ action: AuditAction }>`
      with old as (
        select id from audit_entry where integration_id = ${integration_id} and at <= now() - make_interval(
          days => (select audit_days from integration where id = ${integration_id}))
        order by at, seq limit ${limit}
      )
      delete from audit_entry using old
      where audit_entry.integration_id = ${integration_id} and audit_entry.id = old.id
      returning audit_entry.action`.execute(tx)
  ).rows.map(({ action }) => action)
