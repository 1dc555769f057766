import { sql } from 'kysely'
import type { Context, Tx } from '#platform/context/context.ts'
import { insertErased, type Person } from './erased-people.ts'
import { emitImport } from './emit-import.ts'
import * as store from './store.ts'

/** The words by which rows about people are recognized. */
const wordsOf = (people: readonly Person[]) => {
  const known = (words: readonly (string | null | undefined)[]) =>
    words.filter((word): word is string => Boolean(word))
  return {
    addresses: known(people.flatMap(({ email, phone }) => [email, phone])),
    names: known(people.map(({ name }) => name)),
    external_ids: known(people.map(({ external_id }) => external_id)),
  }
}

/** Deletes rejected rows that contain an address, have a name as a cell, or an external id in its column. */
function deleteRejectedRows(tx: Tx, integration_id: string, people: readonly Person[]) {
  const { addresses, names, external_ids } = wordsOf(people)
  return sql`
    delete from contact_import_error as rejected using contact_import as imported
    where rejected.integration_id = ${integration_id}
      and imported.integration_id = rejected.integration_id and imported.id = rejected.import_id
      and (
        exists (select from unnest(${addresses}::text[]) as word
          where position(lower(word) in lower(cells::text)) > 0)
        or exists (select from jsonb_array_elements_text(cells) with ordinality as cell (value, position)
          where lower(value) in (select lower(word) from unnest(${names}::text[]) as word)
            or imported.plan -> 'columns' ->> (cell.position::int - 1) = 'external_id'
              and lower(value) in (select lower(word) from unnest(${external_ids}::text[]) as word)))`.execute(
    tx,
  )
}

/** Clears first rows about these people that were taken for column names. */
async function clearHeaders(tx: Tx, integration_id: string, people: readonly Person[]): Promise<void> {
  const words = Object.values(wordsOf(people)).flat()
  await sql`
    update contact_import set header = (select jsonb_agg(''::text) from jsonb_array_elements(header))
    where integration_id = ${integration_id}
      and exists (select from jsonb_array_elements_text(header) as title, unnest(${words}::text[]) as word
        where lower(title) = lower(word))`.execute(tx)
}

/**
 * Clears headers about people who are being erased, and makes imports skip the rest of their rows. An import in
 * progress locks contacts too, so the caller must not have locked any.
 */
export async function excludeFromImports(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  people: readonly Person[],
): Promise<void> {
  const unfinished = await store.lockUnfinished(tx, integration_id)
  await insertErased(
    ctx.secrets,
    tx,
    unfinished.map(({ id }) => ({ integration_id, import_id: id })),
    people,
  )
  await clearHeaders(tx, integration_id, people)
}

/**
 * Deletes what imports store about people who are being erased, except headers. Files that haven't been started are
 * deleted completely, because a person can't be recognized in them reliably.
 */
export async function deleteFromImports(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  people: readonly Person[],
): Promise<void> {
  for (const { id, file_key } of await store.lockUnstarted(tx, integration_id)) {
    const key = { integration_id, import_id: id }
    await store.resetImport(tx, key)
    const changed = await store.closeImport(tx, key, 'cancelled')
    if (file_key) await ctx.files.remove(file_key)
    await emitImport(tx, changed)
  }
  await deleteRejectedRows(tx, integration_id, people)
}
