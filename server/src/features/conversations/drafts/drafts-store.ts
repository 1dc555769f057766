import { type Draft, draftsListedMax } from '@ozvi/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import type { Key } from '../record/store.ts'

export type DraftRow = Selectable<DB['draft']>
export type DraftKey = Key & Pick<DraftRow, 'author_id' | 'mode'>

export function toDraft(row: DraftRow): Draft {
  const { integration_id, conversation_id, author_id, author_name, mode, text, changed_at } = row
  const { taken_over_by_id: id, taken_over_by_name: name } = row
  const taken_over_by = id === null ? null : { id, name: name ?? '' }
  return { integration_id, conversation_id, author_id, author_name, mode, text, changed_at, taken_over_by }
}

const visibleDrafts = (db: Db, integration_id: string) =>
  db
    .selectFrom('draft')
    .where('integration_id', '=', integration_id)
    .where((eb) => eb.or([eb('text', '!=', ''), eb('taken_over_by_id', 'is not', null)]))
    .selectAll()
    .orderBy('changed_at', 'desc')
    .orderBy('conversation_id')
    .orderBy('author_id')
    .orderBy('mode')
export const listInConversation = (db: Db, { integration_id, conversation_id }: Key): Promise<DraftRow[]> =>
  visibleDrafts(db, integration_id).where('conversation_id', '=', conversation_id).execute()
export const listOfMember = (db: Db, integration_id: string, author_id: string): Promise<DraftRow[]> =>
  visibleDrafts(db, integration_id).where('author_id', '=', author_id).limit(draftsListedMax).execute()

export const findDraft = (
  db: Db,
  { integration_id, conversation_id, author_id, mode }: DraftKey,
): Promise<DraftRow | undefined> =>
  db
    .selectFrom('draft')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('author_id', '=', author_id)
    .where('mode', '=', mode)
    .selectAll()
    .executeTakeFirst()

/** Inserts the draft or replaces the existing one. A draft taken from a teammate changes its owner. */
export const upsertDraft = (tx: Tx, draft: Insertable<DB['draft']>): Promise<DraftRow> =>
  tx
    .insertInto('draft')
    .values(draft)
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'conversation_id', 'author_id', 'mode']).doUpdateSet({
        taken_over_by_id: null,
        taken_over_by_name: null,
        taken_over_text: null,
        ...draft,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Clears the text if it was written before the given time. */
export const emptyDraft = (
  tx: Tx,
  { integration_id, conversation_id, author_id, mode }: DraftKey,
  changed_at: string,
): Promise<DraftRow | undefined> =>
  tx
    .updateTable('draft')
    .set({ text: '', changed_at, taken_over_by_id: null, taken_over_by_name: null, taken_over_text: null })
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('author_id', '=', author_id)
    .where('mode', '=', mode)
    .where('changed_at', '<', changed_at)
    .where((eb) => eb.or([eb('text', '!=', ''), eb('taken_over_by_id', 'is not', null)]))
    .returningAll()
    .executeTakeFirst()

/** Deletes empty drafts too old for a late save to arrive. */
export const deleteEmptyDrafts = (tx: Tx, integration_id: string, previous: string) =>
  tx
    .deleteFrom('draft')
    .where('integration_id', '=', integration_id)
    .where('text', '=', '')
    .where('changed_at', '<', previous)
    .execute()

/** @returns the deleted drafts */
export const deleteInConversation = (tx: Tx, { integration_id, conversation_id }: Key): Promise<DraftRow[]> =>
  tx
    .deleteFrom('draft')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .returningAll()
    .execute()
export const deleteOfMember = (tx: Tx, integration_id: string, author_id: string): Promise<DraftRow[]> =>
  tx
    .deleteFrom('draft')
    .where('integration_id', '=', integration_id)
    .where('author_id', '=', author_id)
    .returningAll()
    .execute()
