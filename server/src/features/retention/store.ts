import type { RetentionRun } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

/** Null in closed workspaces too: their owner can reopen them. */
export const findKeepDays = async (db: Db, integration_id: string): Promise<number | null> =>
  (
    await db
      .selectFrom('integration')
      .where('id', '=', integration_id)
      .where('deletes_at', 'is', null)
      .select('conversation_days')
      .executeTakeFirst()
  )?.conversation_days ?? null

export const setKeepDays = (tx: Tx, integration_id: string, conversation_days: number | null) =>
  tx.updateTable('integration').set({ conversation_days }).where('id', '=', integration_id).execute()

/** Workspaces that remove conversations by age, and those with an unfinished run. */
export const listWorkspaces = (db: Db) =>
  db
    .selectFrom('integration')
    .where('deletes_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('conversation_days', 'is not', null),
        eb.exists(
          eb
            .selectFrom('retention_run')
            .whereRef('integration_id', '=', 'integration.id')
            .where('finished_at', 'is', null)
            .select('retention_run.id'),
        ),
      ]),
    )
    .select('id')
    .execute()

/**
 * Matches conversations closed before this time, without a later message. Merged ones belong to their target. The
 * count of scheduled messages is in the row, so that `lockOld` sees one that was added in the meantime.
 */
const isOld = (integration_id: string, before: string) =>
  sql<boolean>`integration_id = ${integration_id} and merged_into_id is null and scheduled_count = 0
    and last_message_at < ${before} and (
      status = 'resolved' and (resolved_at is null or resolved_at < ${before})
      or status = 'spam' and not exists (
        select from message marked where marked.integration_id = conversation.integration_id
          and marked.conversation_id = conversation.id and marked.kind = 'event'
          and marked.details->>'event' = 'status_changed' and marked.sent_at >= ${before}))`

/** Oldest first, without those in `skipped`. */
export const listOld = (
  db: Db,
  integration_id: string,
  { before, skipped, limit }: { before: string; skipped: readonly string[]; limit: number },
) =>
  db
    .selectFrom('conversation')
    .where(isOld(integration_id, before))
    .where(sql<boolean>`id <> all(${skipped}::uuid[])`)
    .select('id')
    .orderBy('last_message_at')
    .limit(limit)
    .execute()

/** Locks a conversation that is still old; one that is being changed now is left for the next run. */
export const lockOld = (
  tx: Tx,
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
  before: string,
) =>
  tx
    .selectFrom('conversation')
    .where(isOld(integration_id, before))
    .where('id', '=', conversation_id)
    .select('id')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** What would be deleted. */
export async function countOld(
  db: Db,
  integration_id: string,
  before: string,
): Promise<{ conversations: number; messages: number; files: number }> {
  const { rows } = await sql<{ conversations: number; messages: number; files: number }>`
    with recursive old as (
      select id from conversation where ${isOld(integration_id, before)}
    ), whole as (
      select id from old
      union
      select source.id from conversation source join whole on source.merged_into_id = whole.id
      where source.integration_id = ${integration_id}
    )
    select (select count(*)::int from old) as conversations,
      (select count(*)::int from message join whole on whole.id = message.conversation_id
        where message.integration_id = ${integration_id}) as messages,
      (select count(distinct file_id)::int from message_file join whole on whole.id = conversation_id
        where message_file.integration_id = ${integration_id}) as files`.execute(db)
  return rows[0] ?? { conversations: 0, messages: 0, files: 0 }
}

/** The number of messages of conversations, and the ids of their files. */
export async function contentOf(
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<{ messages: number; file_ids: string[] }> {
  const { rows } = await sql<{ messages: number; file_ids: string[] }>`
    select (select count(*)::int from message
        where integration_id = ${integration_id} and conversation_id = any(${ids}::uuid[])) as messages,
      array(select distinct file_id from message_file
        where integration_id = ${integration_id} and conversation_id = any(${ids}::uuid[])) as file_ids`.execute(
    tx,
  )
  return rows[0] ?? { messages: 0, file_ids: [] }
}

const columns = ['id', 'before', 'conversations', 'messages', 'files', 'started_at', 'finished_at'] as const

/** Starts a run, or continues the unfinished one with the current cutoff. */
export const openRun = (
  tx: Tx,
  integration_id: string,
  run: Pick<RetentionRun, 'id' | 'before' | 'started_at'>,
) =>
  tx
    .insertInto('retention_run')
    .values({ integration_id, ...run })
    .onConflict((conflict) =>
      conflict.column('integration_id').where('finished_at', 'is', null).doUpdateSet({ before: run.before }),
    )
    .execute()

export const addToRun = (
  tx: Tx,
  integration_id: string,
  { messages, files }: { messages: number; files: number },
) =>
  tx
    .updateTable('retention_run')
    .where('integration_id', '=', integration_id)
    .where('finished_at', 'is', null)
    .set((eb) => ({
      conversations: eb('conversations', '+', 1),
      messages: eb('messages', '+', messages),
      files: eb('files', '+', files),
    }))
    .execute()

/** Ends the unfinished run. @returns it; undefined if there is none */
export const finishRun = (tx: Tx, integration_id: string, finished_at: string) =>
  tx
    .updateTable('retention_run')
    .where('integration_id', '=', integration_id)
    .where('finished_at', 'is', null)
    .set({ finished_at })
    .returning(columns)
    .executeTakeFirst()

/** Deletes a run that deleted nothing. */
export const deleteRun = (tx: Tx, integration_id: string, id: string) =>
  tx.deleteFrom('retention_run').where('integration_id', '=', integration_id).where('id', '=', id).execute()

export const listRuns = (db: Db, integration_id: string, limit: number): Promise<RetentionRun[]> =>
  db
    .selectFrom('retention_run')
    .where('integration_id', '=', integration_id)
    .select(columns)
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()
