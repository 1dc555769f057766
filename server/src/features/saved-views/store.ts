import type { ListOf, SavedView } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'

export interface Key {
  integration_id: string
  saved_view_id: string
}
const columns = ['id', 'integration_id', 'list', 'name', 'owner_id', 'view', 'filter'] as const

/** Shared views, then personal ones. */
export const listViews = (
  db: Db,
  { integration_id, user_id }: { integration_id: string; user_id: string },
  list: ListOf,
): Promise<SavedView[]> =>
  db
    .selectFrom('saved_view')
    .where('integration_id', '=', integration_id)
    .where('list', '=', list)
    .where((eb) => eb.or([eb('owner_id', 'is', null), eb('owner_id', '=', user_id)]))
    .select(columns)
    .orderBy(sql`owner_id is not null`)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** Regardless of the owner. */
export const findView = (db: Db, { integration_id, saved_view_id }: Key): Promise<SavedView | undefined> =>
  db
    .selectFrom('saved_view')
    .where('integration_id', '=', integration_id)
    .where('id', '=', saved_view_id)
    .select(columns)
    .executeTakeFirst()

/** Serializes changes to views, so that names and positions don't collide. */
export const lockViews = (tx: Tx, integration_id: string) => lockName(tx, `saved_view:${integration_id}`)

/** Added last in its list, unless it is already in it. */
export const upsertView = (tx: Tx, { filter, ...view }: SavedView): Promise<SavedView> => {
  const last = sql<number>`(select coalesce(max(position), 0) + 1 from saved_view
    where integration_id = ${view.integration_id} and list = ${view.list} and owner_id is not distinct from ${view.owner_id}::uuid)`
  const { name, owner_id, view: inbox } = view
  const words = { name, owner_id, view: inbox, filter: JSON.stringify(filter) }
  return tx
    .insertInto('saved_view')
    .values({ ...view, filter: JSON.stringify(filter), position: last })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'id']).doUpdateSet({
        ...words,
        position: sql<number>`case when saved_view.owner_id is not distinct from ${owner_id}::uuid
          then saved_view.position else ${last} end`,
      }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export const positionView = (tx: Tx, { integration_id, saved_view_id }: Key, position: number) =>
  tx
    .updateTable('saved_view')
    .set({ position })
    .where('integration_id', '=', integration_id)
    .where('id', '=', saved_view_id)
    .execute()

export const deleteView = (tx: Tx, { integration_id, saved_view_id }: Key) =>
  tx
    .deleteFrom('saved_view')
    .where('integration_id', '=', integration_id)
    .where('id', '=', saved_view_id)
    .execute()

/** Counts personal views, by list. */
export async function countPersonalViews(
  db: Db,
  integration_id: string,
  user_id: string,
): Promise<Record<ListOf, number>> {
  const rows = await db
    .selectFrom('saved_view')
    .where('integration_id', '=', integration_id)
    .where('owner_id', '=', user_id)
    .groupBy('list')
    .select((eb) => ['list', eb.fn.countAll<number>().as('count')] as const)
    .execute()
  const countOf = (list: ListOf) => rows.find((row) => row.list === list)?.count ?? 0
  return { conversations: countOf('conversations'), contacts: countOf('contacts') }
}
