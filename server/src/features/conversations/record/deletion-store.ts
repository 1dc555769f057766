import { sql } from 'kysely'
import { deleteAnswersAbout } from '#features/api-access'
import { deleteWebhooksAbout } from '#features/webhooks'
import type { Db, Tx } from '#platform/context/context.ts'
import { deleteIndexedWords } from '../listing/search-store.ts'
import type { Key } from './store.ts'

/** The conversation and everything merged into it, recursively. */
export async function listWithMerged(db: Db, { integration_id, conversation_id }: Key): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive whole as (
      select id from conversation where integration_id = ${integration_id} and id = ${conversation_id}
      union
      select source.id from conversation source join whole on source.merged_into_id = whole.id
      where source.integration_id = ${integration_id}
    ) select id from whole`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes conversations with their messages and search words. Unreferenced files are purged later. */
export async function deleteConversations(
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<void> {
  const lexemes = await sql<{ lexeme: string }>`
    select distinct lexeme from message, unnest(search_vector)
    where integration_id = ${integration_id} and conversation_id = any(${ids}::uuid[])`.execute(tx)
  await tx
    .deleteFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .execute()
  await deleteWebhooksAbout(tx, integration_id, ids)
  await deleteAnswersAbout(tx, integration_id, ids)
  await tx
    .insertInto('deleted_conversation')
    .values(ids.map((id) => ({ integration_id, id })))
    .execute()
  await deleteIndexedWords(
    tx,
    integration_id,
    lexemes.rows.map(({ lexeme }) => lexeme),
  )
}

export const isDeleted = async (db: Db, { integration_id, conversation_id }: Key): Promise<boolean> =>
  (await db
    .selectFrom('deleted_conversation')
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .select('id')
    .executeTakeFirst()) !== undefined
