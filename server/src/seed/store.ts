import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

/** Inserts rows, except those whose id, name or shortcut is taken. */
export const insertMissing = (tx: Tx, table: keyof DB, rows: readonly object[]): Promise<void> =>
  insertRows(tx, table, rows, sql`on conflict do nothing`)

/** Ids of the existing tags, teams and fields. */
export const listExisting = async (tx: Tx, integration_id: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from tag where integration_id = ${integration_id} and deleted_at is null
      union all select id from team where integration_id = ${integration_id}
      union all select id from contact_field where integration_id = ${integration_id}
      union all select id from conversation_field where integration_id = ${integration_id}`.execute(tx)
  ).rows.map(({ id }) => id)

/** Inserts rows in one statement. All have the keys of the first; other columns have their defaults. */
export async function insertRows(
  tx: Tx,
  table: keyof DB,
  rows: readonly object[],
  conflict = sql``,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) ${conflict}`.execute(
    tx,
  )
}

/** Reserves numbers of conversations. @returns the first */
export async function nextNumbers(tx: Tx, integration_id: string, count: number): Promise<number> {
  const { last_conversation_number } = await tx
    .updateTable('integration')
    .set((eb) => ({ last_conversation_number: eb('last_conversation_number', '+', count) }))
    .where('id', '=', integration_id)
    .returning('last_conversation_number')
    .executeTakeFirstOrThrow()
  return last_conversation_number - count + 1
}

export const findWorkspace = (db: Db, id_or_key: string) =>
  db
    .selectFrom('integration')
    .where(sql<boolean>`id::text = ${id_or_key} or public_key = ${id_or_key}`)
    .select(['id', 'name', 'url', 'public_key'])
    .executeTakeFirst()

/** Members who can reply, oldest first. */
export const listTeam = (db: Db, integration_id: string) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('integration_id', '=', integration_id)
    .where('role', '<>', 'viewer')
    .select(['user_id', 'name', 'email'])
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute()

/** Pages that an answer can cite, by their address. */
export const listPages = (db: Db, integration_id: string) =>
  db
    .selectFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('status', '=', 'indexed')
    .where('snapshot_id', 'is not', null)
    .where('url', 'is not', null)
    .select(['id as item_id', 'source_id', 'title', 'url', 'fetched_at', 'snapshot_id'])
    .$narrowType<{ url: string; fetched_at: string; snapshot_id: string }>()
    .execute()

export const markVerified = (tx: Tx, user_id: string, at: string) =>
  tx.updateTable('app_user').set({ email_verified_at: at }).where('id', '=', user_id).execute()

/** Fills the search index of messages, which are inserted without it. */
export async function indexMessages(tx: Tx, integration_id: string, conversation_ids: readonly string[]) {
  const ids = sql`${conversation_ids}::uuid[]`
  await sql`update message set search_vector = to_search_vector(integration_id, folded(body))
    where integration_id = ${integration_id} and conversation_id = any(${ids})
      and kind not in ('event', 'ai_notice', 'hand_over')`.execute(tx)
  await sql`insert into search_word (integration_id, word)
    select distinct integration_id, substr(lexeme, 7) from message, unnest(search_vector)
    where integration_id = ${integration_id} and conversation_id = any(${ids})
      and length(lexeme) between 10 and 30 and substr(lexeme, 7) !~ '[0-9]'
    order by 1, 2 on conflict do nothing`.execute(tx)
}

/** Updates the planner's statistics after millions of inserts. */
export async function analyze(tx: Tx): Promise<void> {
  for (const table of ['contact', 'page_visit', 'conversation', 'message', 'conversation_read'] as const)
    await sql`analyze ${sql.table(table)}`.execute(tx)
}
