import { type ConversationMerge, undoMerge_ms } from '@ozvi/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import type { ThreadEntry } from './reorder-store.ts'
import type { ConversationRow } from '../record/rows.ts'

export type MergeRow = Selectable<DB['conversation_merge']>
interface MergeKey {
  integration_id: string
  merge_id: string
}

type End = Pick<ConversationRow, 'id' | 'number'>
export const toMerge = (
  { id, moved, at, undone_at }: MergeRow,
  source: End,
  target: End,
): ConversationMerge => ({
  id,
  source: { id: source.id, number: source.number },
  target: { id: target.id, number: target.number },
  moved,
  at,
  undo_until: new Date(Date.parse(at) + undoMerge_ms).toISOString(),
  undone_at,
})

export const findMerge = (db: Db, { integration_id, merge_id }: MergeKey): Promise<MergeRow | undefined> =>
  db
    .selectFrom('conversation_merge')
    .where('integration_id', '=', integration_id)
    .where('id', '=', merge_id)
    .selectAll()
    .executeTakeFirst()

/** @returns undefined when the id is in use */
export const insertMerge = (
  tx: Tx,
  merge: Insertable<DB['conversation_merge']>,
): Promise<MergeRow | undefined> =>
  tx
    .insertInto('conversation_merge')
    .values(merge)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const insertMoved = (
  tx: Tx,
  { integration_id, merge_id }: MergeKey,
  entries: readonly ThreadEntry[],
) =>
  tx
    .insertInto('merged_message')
    .columns(['integration_id', 'merge_id', 'author_id', 'message_id'])
    .expression(
      sql`select ${integration_id}::uuid, ${merge_id}::uuid, author_id, id
        from unnest(${entries.map(({ author_id }) => author_id)}::uuid[], ${entries.map(({ id }) => id)}::uuid[])
          as moved (author_id, id)`,
    )
    .execute()
export const listMoved = (db: Db, { integration_id, merge_id }: MergeKey) =>
  db
    .selectFrom('merged_message')
    .where('integration_id', '=', integration_id)
    .where('merge_id', '=', merge_id)
    .select(['author_id', 'message_id'])
    .execute()

export const setUndone = (
  tx: Tx,
  { integration_id, merge_id }: MergeKey,
  undone_at: string,
): Promise<MergeRow> =>
  tx
    .updateTable('conversation_merge')
    .set({ undone_at })
    .where('integration_id', '=', integration_id)
    .where('id', '=', merge_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes merges that can't be undone anymore. */
export const deleteMergesBefore = (tx: Tx, time: string) =>
  tx.deleteFrom('conversation_merge').where('at', '<', time).execute()
