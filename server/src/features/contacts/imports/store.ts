import type { ContactImport, FieldErrors, FieldValue, ImportStatus } from '@ozvi/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { detailColumns } from '#features/contacts'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import { lockContacts as lockWithTokens } from '../merging/merge-store.ts'
import { deleteErased } from './erased-people.ts'

export interface Key {
  integration_id: string
  import_id: string
}
/** Values written to a contact, by field: custom fields as `fields.{id}`, for tags those added. */
export type Written = Record<string, FieldValue | string[] | null>

const columns = [
  'id',
  'integration_id',
  'file_name',
  'status',
  'by_name',
  'created_at',
  'rows_total',
  'rows_done',
  'created',
  'updated',
  'skipped',
  'failed',
  'kept',
  'version',
] as const satisfies (keyof ContactImport)[]

export const listImports = (db: Db, integration_id: string): Promise<ContactImport[]> =>
  db
    .selectFrom('contact_import')
    .where('integration_id', '=', integration_id)
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

/** The number of rows of the file before the first contact. */
export const rowsBefore = ({ blank_rows, has_header }: { blank_rows: number; has_header: boolean }): number =>
  blank_rows + Number(has_header)

export const insertImport = (tx: Tx, row: Insertable<DB['contact_import']>): Promise<ContactImport> =>
  tx.insertInto('contact_import').values(row).returning(columns).executeTakeFirstOrThrow()

export const findImport = (db: Db, { integration_id, import_id }: Key) =>
  db
    .selectFrom('contact_import')
    .where('integration_id', '=', integration_id)
    .where('id', '=', import_id)
    .selectAll()
    .executeTakeFirst()
/** Locked until the transaction ends. */
export const lockImport = (tx: Tx, { integration_id, import_id }: Key) =>
  tx
    .selectFrom('contact_import')
    .where('integration_id', '=', integration_id)
    .where('id', '=', import_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

/** Nothing has been written yet, and the file is stored. */
const unstarted = ['waiting', 'checking', 'checked'] as const

const lockByStatus = (tx: Tx, integration_id: string, statuses: readonly ImportStatus[]) =>
  tx
    .selectFrom('contact_import')
    .where('integration_id', '=', integration_id)
    .where('status', 'in', statuses)
    .select(['id', 'file_key'])
    .orderBy('id')
    .forUpdate()
    .execute()
export const lockUnstarted = (tx: Tx, integration_id: string) => lockByStatus(tx, integration_id, unstarted)
export const lockUnfinished = (tx: Tx, integration_id: string) =>
  lockByStatus(tx, integration_id, [...unstarted, 'running'])

export const updateImport = (
  tx: Tx,
  { integration_id, import_id }: Key,
  fields: Updateable<DB['contact_import']>,
): Promise<ContactImport> =>
  tx
    .updateTable('contact_import')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', import_id)
    .returning(columns)
    .executeTakeFirstOrThrow()

const contacts = (db: Db, integration_id: string) =>
  db
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .select(['id', 'name', 'email', ...detailColumns])
export type LockedContact = Awaited<ReturnType<ReturnType<typeof contacts>['execute']>>[number]

/** Contacts with one of these addresses; the most recently seen first. */
const byEmail = (db: Db, integration_id: string, emails: readonly string[]) =>
  contacts(db, integration_id)
    .where('email', 'is not', null)
    .where(sql<boolean>`lower(email) = any(${emails}::text[])`)
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
const byExternalId = (db: Db, integration_id: string, ids: readonly string[]) =>
  contacts(db, integration_id).where(sql<boolean>`external_id = any(${ids}::text[])`)

/** How contacts of rows are found. */
export interface ContactLookup {
  byEmail: (emails: readonly string[]) => Promise<LockedContact[]>
  byExternalId: (ids: readonly string[]) => Promise<LockedContact[]>
}
export const lookup = (db: Db, integration_id: string): ContactLookup => ({
  byEmail: (emails) => byEmail(db, integration_id, emails).execute(),
  byExternalId: (ids) => byExternalId(db, integration_id, ids).execute(),
})
/** Locks the contacts until the transaction ends. */
export const lockingLookup = (tx: Tx, integration_id: string): ContactLookup => ({
  byEmail: (emails) => byEmail(tx, integration_id, emails).forUpdate().execute(),
  byExternalId: (ids) => byExternalId(tx, integration_id, ids).forUpdate().execute(),
})
export const lockContacts = (
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<LockedContact[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : contacts(tx, integration_id).where('id', 'in', ids).orderBy('id').forUpdate().execute()

/** Filters to contacts of earlier rows of this import. */
export async function findImported(tx: Tx, { integration_id, import_id }: Key, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>()
  const rows = await tx
    .selectFrom('contact_import_row')
    .where('integration_id', '=', integration_id)
    .where('import_id', '=', import_id)
    .where('contact_id', 'in', ids)
    .select('contact_id')
    .execute()
  return new Set(rows.map(({ contact_id }) => contact_id))
}
export async function insertContacts(tx: Tx, rows: Insertable<DB['contact']>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('contact').values(rows).execute()
}
interface ImportRow {
  contact_id: string
  row_number: number
  before: Written | null
  after: Written
}
export async function insertRows(tx: Tx, { integration_id, import_id }: Key, rows: ImportRow[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('contact_import_row')
    .values(
      rows.map(({ before, after, ...row }) => ({
        ...row,
        integration_id,
        import_id,
        before: before && JSON.stringify(before),
        after: JSON.stringify(after),
      })),
    )
    .execute()
}
export interface RejectedRow {
  row_number: number
  errors: FieldErrors
  cells: readonly string[]
}
export async function insertErrors(tx: Tx, { integration_id, import_id }: Key, rows: RejectedRow[]) {
  if (rows.length === 0) return
  await tx
    .insertInto('contact_import_error')
    .values(
      rows.map(({ row_number, errors, cells }) => ({
        integration_id,
        import_id,
        row_number,
        errors: JSON.stringify(errors),
        cells: JSON.stringify(cells.map((cell) => cell.toWellFormed().replaceAll('\0', ''))),
      })),
    )
    .execute()
}
export const listErrors = (db: Db, { integration_id, import_id }: Key, after: number, limit: number) =>
  db
    .selectFrom('contact_import_error')
    .where('integration_id', '=', integration_id)
    .where('import_id', '=', import_id)
    .where('row_number', '>', after)
    .select(['row_number', 'errors', 'cells'])
    .orderBy('row_number')
    .limit(limit)
    .execute()

/** Row numbers. */
export const findRejected = async (db: Db, { integration_id, import_id }: Key): Promise<Set<number>> =>
  new Set(
    (
      await db
        .selectFrom('contact_import_error')
        .where('integration_id', '=', integration_id)
        .where('import_id', '=', import_id)
        .select('row_number')
        .execute()
    ).map(({ row_number }) => row_number),
  )

const deleteErrors = (tx: Tx, { integration_id, import_id }: Key) =>
  tx
    .deleteFrom('contact_import_error')
    .where('integration_id', '=', integration_id)
    .where('import_id', '=', import_id)
    .execute()

/** Resets an import to its initial state. */
export async function resetImport(tx: Tx, key: Key, fields: Updateable<DB['contact_import']> = {}) {
  await deleteErrors(tx, key)
  return updateImport(tx, key, { rows_done: 0, created: 0, updated: 0, skipped: 0, failed: 0, ...fields })
}

/** Ends an import, whose file the caller deletes. */
export async function closeImport(
  tx: Tx,
  key: Key,
  status: 'done' | 'cancelled' | 'failed' | 'undone',
): Promise<ContactImport> {
  await deleteErased(tx, key)
  return updateImport(tx, key, { status, file_key: null })
}

/** A batch of rows still to be undone. */
export const listRows = (tx: Tx, { integration_id, import_id }: Key, limit: number) =>
  tx
    .selectFrom('contact_import_row')
    .where('integration_id', '=', integration_id)
    .where('import_id', '=', import_id)
    .select(['contact_id', 'before', 'after'])
    .orderBy('contact_id')
    .limit(limit)
    .execute()
export const deleteRows = (tx: Tx, { integration_id, import_id }: Key, contact_ids: readonly string[]) =>
  tx
    .deleteFrom('contact_import_row')
    .where('integration_id', '=', integration_id)
    .where('import_id', '=', import_id)
    .where('contact_id', 'in', contact_ids)
    .execute()
/**
 * Deletes contacts without later activity. Locks them first, so that messages and notes that are being written are seen.
 *
 * @returns how many
 */
export async function deleteUntouched(
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  await lockWithTokens(tx, integration_id, ids)
  const rows = await tx
    .deleteFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .where(
      sql<boolean>`not exists (select from conversation
        where conversation.integration_id = contact.integration_id and contact_id = contact.id)`,
    )
    .where(
      sql<boolean>`not exists (select from contact_note
        where contact_note.integration_id = contact.integration_id and contact_id = contact.id
          and deleted_at is null)`,
    )
    .where(
      sql<boolean>`not exists (select from contact_merge
        where contact_merge.integration_id = contact.integration_id and target_id = contact.id and undone_at is null)`,
    )
    .returning('id')
    .execute()
  return rows.length
}

/**
 * Deletes imports older than `before`, and files not started since `unstarted_before`. @returns their storage
 * keys
 */
export async function deleteOld(tx: Tx, before: string, unstarted_before: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('contact_import')
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before),
        eb.and([eb('status', 'in', unstarted), eb('created_at', '<', unstarted_before)]),
      ]),
    )
    .returning('file_key')
    .execute()
  return rows.flatMap(({ file_key }) => file_key ?? [])
}
