import { type Blocked, type BlockedContact, isBlocked } from '@ozvi/contract'
import { sql } from 'kysely'
import { isContactVisible, type Viewer } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import { all, searched } from '../list/filter-store.ts'
import type { Key } from '../store.ts'

interface BlockColumns {
  blocked_at: string | null
  blocked_until: string | null
  blocked_reason: string
  blocked_by: string | null
}
const columns = ['blocked_at', 'blocked_until', 'blocked_reason', 'blocked_by'] as const

const asBlocked = (row: BlockColumns, now: number): Blocked | null =>
  row.blocked_at && isBlocked(row, now)
    ? {
        at: row.blocked_at,
        until: row.blocked_until,
        reason: row.blocked_reason,
        by_name: row.blocked_by ?? '',
      }
    : null

export async function findBlocked(
  db: Db,
  { integration_id, contact_id }: Key,
  now: number,
): Promise<Blocked | null> {
  const row = await db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(columns)
    .executeTakeFirst()
  return row ? asBlocked(row, now) : null
}

/** Locked until the transaction ends; undefined if the contact doesn't exist. */
export async function lockBlocked(tx: Tx, { integration_id, contact_id }: Key, now: number) {
  const row = await tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .select(columns)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && { blocked: asBlocked(row, now) }
}

export const setBlocked = (tx: Tx, { integration_id, contact_id }: Key, block: Blocked | null) =>
  tx
    .updateTable('contact')
    .set((eb) => ({
      blocked_at: block?.at ?? null,
      blocked_until: block?.until ?? null,
      blocked_reason: block?.reason ?? '',
      blocked_by: block?.by_name ?? null,
      version: eb('version', '+', 1),
    }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', contact_id)
    .execute()

/** Those that the member can see and whose block hasn't expired, newest first. */
export async function listBlocked(
  db: Db,
  viewer: Viewer,
  { search, now, limit }: { search: string; now: number; limit: number },
): Promise<{ items: BlockedContact[]; total: number }> {
  const rows = await db
    .selectFrom('contact')
    .where('integration_id', '=', viewer.integration_id)
    .where('blocked_at', 'is not', null)
    .where((eb) =>
      eb.or([eb('blocked_until', 'is', null), eb('blocked_until', '>', new Date(now).toISOString())]),
    )
    .where(all([isContactVisible(viewer), ...searched(search)]))
    .select(['id', 'name', 'email', ...columns, sql<string>`count(*) over ()`.as('total')])
    .orderBy('blocked_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return {
    items: rows.flatMap(({ id, name, email, ...row }) => {
      const blocked = asBlocked(row, now)
      return blocked ? [{ id, name, email, ...blocked }] : []
    }),
    total: Number(rows[0]?.total ?? 0),
  }
}
