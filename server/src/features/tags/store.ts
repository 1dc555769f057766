import type { Tag, TagColor } from '@ozvi/contract'
import { sql } from 'kysely'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'

export interface TagKey {
  integration_id: string
  tag_id: string
}
const columns = ['id', 'integration_id', 'name', 'color', 'created_at', 'version'] as const

const tags = (db: Db, integration_id: string) =>
  db
    .selectFrom('tag')
    .where('integration_id', '=', integration_id)
    .where('deleted_at', 'is', null)
    .select(columns)

/** By name, ignoring case and diacritics. */
export const listTags = (db: Db, integration_id: string): Promise<Tag[]> =>
  tags(db, integration_id)
    .orderBy(sql`folded(name) collate "C"`)
    .execute()

/** Filters the ids to tags of this workspace. */
export const findTags = async (db: Db, integration_id: string, ids: readonly string[]): Promise<Tag[]> =>
  ids.length === 0 ? [] : tags(db, integration_id).where('id', 'in', ids).execute()

/** Whether all ids are tags of this workspace. */
export const hasTags = async (db: Db, integration_id: string, ids: readonly string[]): Promise<boolean> =>
  (await findTags(db, integration_id, ids)).length === new Set(ids).size

export const isNameTaken = async (
  db: Db,
  integration_id: string,
  name: string,
  except_id?: string,
): Promise<boolean> =>
  (await tags(db, integration_id)
    .where(sql<boolean>`folded(name) = folded(${name})`)
    .$if(except_id !== undefined, (query) => query.where('id', '<>', except_id ?? ''))
    .executeTakeFirst()) !== undefined

export const countAll = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('tag')
      .where('integration_id', '=', integration_id)
      .where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Number of conversations with each tag, among those the member can see. */
export async function countUses(db: Db, reader: Viewer): Promise<Record<string, number>> {
  const { rows } = await sql<{ tag_id: string; count: number }>`
    select tag_id, count(*) as count
    from conversation, unnest(tag_ids) as tag_id
    where integration_id = ${reader.integration_id} and tag_ids <> '{}' and ${visibleConversations(reader)}
    group by tag_id`.execute(db)
  return Object.fromEntries(rows.map(({ tag_id, count }) => [tag_id, count]))
}

export const insertTag = (
  tx: Tx,
  tag: { integration_id: string; name: string; color: TagColor; created_at: string },
): Promise<Tag> => tx.insertInto('tag').values(tag).returning(columns).executeTakeFirstOrThrow()

/** @returns undefined if it doesn't exist, or is in the other list */
export const changeTag = (
  tx: Tx,
  { integration_id, tag_id }: TagKey,
  changes: { name?: string; color?: TagColor; deleted_at?: string | null },
  isDeleted = false,
): Promise<Tag | undefined> =>
  tx
    .updateTable('tag')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', tag_id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .returning(columns)
    .executeTakeFirst()

export const findDeleted = ({ integration_id, tag_id }: TagKey, db: Db) =>
  db
    .selectFrom('tag')
    .where('integration_id', '=', integration_id)
    .where('id', '=', tag_id)
    .where('deleted_at', 'is not', null)
    .select('name')
    .executeTakeFirst()

/** Replaces one tag by another everywhere; increments the version of each row. */
export async function replaceTag(tx: Tx, { integration_id, tag_id }: TagKey, into_id: string): Promise<void> {
  const replaced = sql<
    string[]
  >`array_replace(array_remove(tag_ids, ${into_id}::uuid), ${tag_id}::uuid, ${into_id}::uuid)`
  const carries = sql<boolean>`tag_ids <> '{}' and tag_ids @> array[${tag_id}::uuid]`
  for (const table of ['conversation', 'contact'] as const)
    await tx
      .updateTable(table)
      .set((eb) => ({ tag_ids: replaced, version: eb('version', '+', 1) }))
      .where('integration_id', '=', integration_id)
      .where(carries)
      .execute()
  await tx.deleteFrom('tag').where('integration_id', '=', integration_id).where('id', '=', tag_id).execute()
}
