import { contactImportChanged } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Context, Tx } from '#platform/context/context.ts'
import * as store from './store.ts'

interface Person {
  name: string | null
  email: string | null
  phone?: string | null
  external_id?: string | null
}
const known = (words: readonly (string | null | undefined)[]) => words.filter((word) => Boolean(word))

/** Deletes rejected rows with an address or a phone number, or a cell that is a name or an external id. */
const deleteRejectedRows = (tx: Tx, integration_id: string, contained: unknown[], cells: unknown[]) =>
  sql`delete from contact_import_error where integration_id = ${integration_id} and (
    exists (select from unnest(${contained}::text[]) as word
      where position(lower(word) in lower(cells::text)) > 0)
    or exists (select from jsonb_array_elements_text(cells) as cell, unnest(${cells}::text[]) as word
      where lower(cell) = lower(word)))`.execute(tx)

/** A first row that was taken for column names. Imports in progress have locked contacts and are left alone. */
const clearHeaders = (tx: Tx, integration_id: string, words: unknown[]) =>
  sql`update contact_import set header = (select jsonb_agg(''::text) from jsonb_array_elements(header))
    where integration_id = ${integration_id} and status not in ('running', 'undoing')
      and exists (select from jsonb_array_elements_text(header) as title, unnest(${words}::text[]) as word
        where lower(title) = lower(word))`.execute(tx)

/**
 * Deletes what imports store about people who are being erased. Files that haven't been started are deleted
 * completely, because a person can't be recognized in them reliably.
 */
export async function deleteFromImports(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  people: readonly Person[],
): Promise<void> {
  for (const { id, file_key } of await store.lockUnstarted(tx, integration_id)) {
    const cancelled = { status: 'cancelled', file_key: null } as const
    const changed = await store.resetImport(tx, { integration_id, import_id: id }, cancelled)
    if (file_key) await ctx.files.remove(file_key)
    tx.emit(contactImportChanged, changed)
  }
  const contained = known(people.flatMap(({ email, phone }) => [email, phone]))
  const whole = known(people.flatMap(({ name, external_id }) => [name, external_id]))
  await deleteRejectedRows(tx, integration_id, contained, whole)
  await clearHeaders(tx, integration_id, [...contained, ...whole])
}
