import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

/** False if already closed. */
export const close = async (tx: Tx, integration_id: string, deletes_at: string): Promise<boolean> =>
  (await tx
    .updateTable('integration')
    .set({ deletes_at, deletion_reminder_sent_at: null })
    .where('id', '=', integration_id)
    .where('deletes_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** False if open, or due for deletion at `now`: parts of it may be deleted already. */
export const restore = async (tx: Tx, integration_id: string, now: string): Promise<boolean> =>
  (await tx
    .updateTable('integration')
    .set({ deletes_at: null, deletion_reminder_sent_at: null })
    .where('id', '=', integration_id)
    .where('deletes_at', '>', now)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Closed workspaces due for deletion at `at`. */
export const listDue = async (db: Db, at: string): Promise<string[]> =>
  (await db.selectFrom('integration').where('deletes_at', '<=', at).select('id').execute()).map(
    ({ id }) => id,
  )

/** Marks workspaces deleted by `by` as reminded, and returns their owners. */
export const claimForReminder = async (tx: Tx, by: string, now: string) => {
  const rows = await tx
    .updateTable('integration')
    .set({ deletion_reminder_sent_at: now })
    .where('deletes_at', '<=', by)
    .where('deletes_at', '>', now)
    .where('deletion_reminder_sent_at', 'is', null)
    .returning(['id', 'name as workspace', 'time_zone', sql<string>`deletes_at`.as('deletes_at')])
    .execute()
  if (rows.length === 0) return []
  const owners = await tx
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where(
      'integration_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('role', '=', 'owner')
    .select(['integration_id', 'name', 'email', 'locale'])
    .execute()
  return rows.map(({ id, ...rest }) => ({
    ...rest,
    owner: owners.find(({ integration_id }) => integration_id === id),
  }))
}

/** Whether it is still due: its owner may have restored it. Locks the row. */
export const lockDue = async (tx: Tx, integration_id: string, at: string): Promise<boolean> =>
  (await tx
    .selectFrom('integration')
    .where('id', '=', integration_id)
    .where('deletes_at', '<=', at)
    .select('id')
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Every table with workspace data, and whether it contains file keys; includes future tables. */
export const listTables = async (db: Db): Promise<{ name: string; has_files: boolean }[]> =>
  (
    await sql<{ name: string; has_files: boolean }>`
      select c.table_name as name, exists (select from information_schema.columns f
        where f.table_schema = c.table_schema and f.table_name = c.table_name and f.column_name = 'file_key') as has_files
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'integration_id' and t.table_type = 'BASE TABLE'
      order by 2 desc, 1`.execute(db)
  ).rows

export const listFileKeys = async (db: Db, table: string, integration_id: string): Promise<string[]> =>
  (
    await sql<{ file_key: string }>`select file_key from ${sql.table(table)}
      where integration_id = ${integration_id} and file_key is not null`.execute(db)
  ).rows.map(({ file_key }) => file_key)

/** Deletes a batch of rows with their dependents. @returns whether there may be more */
export async function deleteSome(
  tx: Tx,
  table: string,
  integration_id: string,
  limit: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ctid = any (array(
    select ctid from ${sql.table(table)} where integration_id = ${integration_id} limit ${limit}))`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** Deletes the row itself with the audit log, and references from other tables. */
export async function deleteRow(tx: Tx, integration_id: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ active_integration_id: null })
    .where('active_integration_id', '=', integration_id)
    .execute()
  await tx
    .updateTable('app_user')
    .set({ last_integration_id: null })
    .where('last_integration_id', '=', integration_id)
    .execute()
  await tx.deleteFrom('integration').where('id', '=', integration_id).execute()
  await sql`delete from outbox where channel like ${`%${integration_id}%`} or data::text like ${`%${integration_id}%`}`.execute(
    tx,
  )
}
