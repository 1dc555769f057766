import type { ItemAnswer, SourceFolder } from '@ozvi/contract'
import { itemAnswersShown } from '@ozvi/contract'
import { sql } from 'kysely'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import { itemColumns, type ItemRow } from './item-store.ts'
import type { Key } from './store.ts'

/** Prefixes of places → whether their pages are used. */
export type FolderRules = Record<string, boolean>

/** Sorts after every letter in collation "C" (bytes), so that a prefix is a range. */
const afterAllLetters = '\u{10ffff}'

const isInFolder = (path: string) =>
  sql<boolean>`source_path >= ${path} and source_path < ${path}::text || ${afterAllLetters}`

/** An entry of a folder: a page, or a subfolder with its counts. */
export type FolderRow = Omit<SourceFolder, 'path' | 'name'> & {
  key: string
  /** Of the page, if it is the only one. */
  id: string
}

/**
 * The entries directly in a folder, by key. The top level of websites has their origins.
 * @param after the last key of the page before
 */
export async function listEntries(
  db: Db,
  { integration_id, source_id }: Key,
  {
    path,
    isWebsite,
    after,
    limit,
  }: { path: string; isWebsite: boolean; after?: string | undefined; limit: number },
): Promise<FolderRow[]> {
  const folderOf =
    isWebsite && path === ''
      ? sql`split_part(source_path, '/', 1) || '//' || split_part(source_path, '/', 3) || '/'`
      : sql`case when strpos(split_part(rest, '?', 1), '/') > 0
          then ${path}::text || split_part(rest, '/', 1) || '/' else source_path end`
  const { rows } = await sql<FolderRow>`
    select key, min(id::text) as id, count(*) as pages,
      count(*) filter (where status = 'indexed') as indexed,
      count(*) filter (where status = 'indexed' and is_enabled) as used,
      count(*) filter (where status = 'skipped') as skipped,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'gone') as gone,
      coalesce(sum(words) filter (where status = 'indexed'), 0)::integer as words,
      max(changed_at) as changed_at
    from (
      select item.*, (${folderOf}) collate "C" as key
      from (select *, substr(source_path, length(${path}::text) + 1) as rest from data_source_item
        where integration_id = ${integration_id} and source_id = ${source_id} and ${isInFolder(path)}) item
    ) entry
    where ${after === undefined ? sql`true` : sql`key > ${after}`}
    group by key order by key limit ${limit}`.execute(db)
  return rows
}

export const listItemsById = (db: Db, { integration_id }: Key, ids: readonly string[]): Promise<ItemRow[]> =>
  db
    .selectFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .select(itemColumns)
    .execute()

/** Whether a folder has a page, of any status. */
export const hasPages = async (db: Db, { integration_id, source_id }: Key, path: string): Promise<boolean> =>
  (await db
    .selectFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
    .where(isInFolder(path))
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** @returns the ids of items whose switch changed, and whether they are indexed */
export const switchItems = (
  tx: Tx,
  { integration_id, source_id }: Key,
  path: string,
  is_enabled: boolean,
): Promise<Pick<ItemRow, 'id' | 'status'>[]> =>
  tx
    .updateTable('data_source_item')
    .set({ is_enabled })
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
    .where(isInFolder(path))
    .where('is_enabled', '<>', is_enabled)
    .returning(['id', 'status'])
    .execute()

export const findFolderRules = async (db: Db, { integration_id, source_id }: Key): Promise<FolderRules> =>
  ((
    await db
      .selectFrom('data_source')
      .where('integration_id', '=', integration_id)
      .where('id', '=', source_id)
      .select('folder_rules')
      .executeTakeFirst()
  )?.folder_rules ?? {}) as FolderRules // written by `putFolderRules` alone

export const putFolderRules = (tx: Tx, { integration_id, source_id }: Key, rules: FolderRules) =>
  tx
    .updateTable('data_source')
    .set({ folder_rules: JSON.stringify(rules) })
    .where('integration_id', '=', integration_id)
    .where('id', '=', source_id)
    .execute()

/** Answers that quote an item, newest first, in conversations that the reader may see. */
export async function listAnswers(
  db: Db,
  reader: Viewer,
  item_id: string,
): Promise<{ answers: ItemAnswer[]; total: number }> {
  const { rows } = await sql<ItemAnswer & { total: number }>`
    select message.id as message_id, message.conversation_id, conversation.number, conversation.subject,
      message.sent_at, count(*) over () as total,
      (select cited->>'quote' from jsonb_array_elements(message.citations) cited
        where cited->>'item_id' = ${item_id} limit 1) as quote
    from message
    join conversation on conversation.integration_id = message.integration_id
      and conversation.id = message.conversation_id
    where message.integration_id = ${reader.integration_id} and message.citations <> '[]'
      and message.citations @> ${JSON.stringify([{ item_id }])}::jsonb
      and not conversation.is_test and ${visibleConversations(reader)}
    order by message.sent_at desc, message.id
    limit ${itemAnswersShown}`.execute(db)
  return { answers: rows.map(({ total: _, ...answer }) => answer), total: rows[0]?.total ?? 0 }
}
