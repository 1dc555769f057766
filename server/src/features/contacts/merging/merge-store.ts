import type { ContactMerge } from '@ozvi/contract'
import { undoMerge_ms } from '@ozvi/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import type { Key } from '../store.ts'
import type { VisitorHome } from '../visitors/visitor-store.ts'
import type { MergedValues, Row } from './merged-values.ts'

export type MergeRow = Selectable<DB['contact_merge']>
interface MergeKey {
  integration_id: string
  merge_id: string
}

export const toMerge = ({
  id,
  source_id,
  name,
  email,
  target_id,
  by_name,
  at,
  inside_id,
  undone_at,
}: MergeRow): ContactMerge => ({
  id,
  source: { id: source_id, name, email },
  target_id,
  by_name,
  at,
  undo_until: inside_id || undone_at ? null : new Date(Date.parse(at) + undoMerge_ms).toISOString(),
  undone_at,
})

export const findMerge = (db: Db, { integration_id, merge_id }: MergeKey): Promise<MergeRow | undefined> =>
  db
    .selectFrom('contact_merge')
    .where('integration_id', '=', integration_id)
    .where('id', '=', merge_id)
    .selectAll()
    .executeTakeFirst()

const mergesInto = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact_merge')
    .where('integration_id', '=', integration_id)
    .where('target_id', '=', contact_id)
    .where('undone_at', 'is', null)
/** Contacts merged into this one, also indirectly; newest first. */
export const listMerges = async (db: Db, key: Key): Promise<ContactMerge[]> =>
  (await mergesInto(db, key).selectAll().orderBy('at', 'desc').orderBy('id').execute()).map(toMerge)
/** Ids merged into the contact: visitors, and owners of files. */
export const listSourceContacts = async (db: Db, key: Key): Promise<string[]> =>
  (await mergesInto(db, key).select('source_id').execute()).map(({ source_id }) => source_id)

/** In a conversation query: started in the browser of this visitor, regardless of merges. */
export const isOfVisitor = (visitor_id: string) =>
  sql<boolean>`coalesce(conversation.origin_id, conversation.contact_id) = ${visitor_id}`

/** The contact it was merged into; undefined if it wasn't. */
export const findTarget = async (db: Db, { integration_id, contact_id }: Key): Promise<string | undefined> =>
  (
    await db
      .selectFrom('contact_merge')
      .where('integration_id', '=', integration_id)
      .where('source_id', '=', contact_id)
      .where('undone_at', 'is', null)
      .select('target_id')
      .executeTakeFirst()
  )?.target_id

/** Stores what a browser reports about its own visitor whose contact was merged. @returns its values */
export const describeSource = (
  tx: Tx,
  { integration_id, contact_id }: Key,
  claimed: { name?: string | undefined; email?: string | undefined },
) =>
  tx
    .updateTable('contact_merge')
    .set((eb) => ({ name: claimed.name ?? eb.ref('name'), email: claimed.email ?? eb.ref('email') }))
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', contact_id)
    .where('undone_at', 'is', null)
    .returning(['source_id as id', 'name', 'email'])
    .executeTakeFirstOrThrow()

/**
 * Locks contacts until the transaction ends. Their tokens first: writers lock the token, then the contact.
 *
 * @returns the existing ones by id
 */
export async function lockContacts(
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<Map<string, Row>> {
  await tx
    .selectFrom('visitor_token')
    .where('integration_id', '=', integration_id)
    .where('contact_id', 'in', ids)
    .select('token_hash')
    .orderBy('token_hash')
    .forUpdate()
    .execute()
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(contact) as row from contact
    where integration_id = ${integration_id} and id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  return new Map(rows.map(({ row }) => [row.id, row]))
}
export const isErasureRunning = async (db: Db, { integration_id, contact_id }: Key): Promise<boolean> =>
  (await db
    .selectFrom('contact_erasure')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select('contact_id')
    .executeTakeFirst()) !== undefined
export const countConversations = async (db: Db, { integration_id, contact_id }: Key): Promise<number> =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', contact_id)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count
/** Values imports have written to a contact. */
export const listImportRows = (db: Db, { integration_id, contact_id }: Key) =>
  db
    .selectFrom('contact_import_row')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .selectAll()
    .execute()

/** @returns undefined if the id is in use */
export const insertMerge = (tx: Tx, merge: Insertable<DB['contact_merge']>): Promise<MergeRow | undefined> =>
  tx
    .insertInto('contact_merge')
    .values(merge)
    .onConflict((conflict) => conflict.columns(['integration_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()
export const updateMerge = (
  tx: Tx,
  { integration_id, merge_id }: MergeKey,
  changes: Pick<Partial<MergeRow>, 'change_id' | 'undone_at' | 'name' | 'email' | 'shown_ids'> & {
    source?: null
    filled?: null
  },
): Promise<MergeRow> =>
  tx
    .updateTable('contact_merge')
    .set(changes)
    .where('integration_id', '=', integration_id)
    .where('id', '=', merge_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Tables that move with a contact. */
const owned = [
  'visitor_token',
  'contact_identity',
  'page_visit',
  'contact_consent',
  'contact_note',
  'contact_change',
  'conversation',
  'hubspot_contact',
  'hubspot_change',
  'hubspot_alias',
] as const
const versioned = (table: (typeof owned)[number]) =>
  table === 'conversation' ? sql`, version = version + 1` : sql``

/** Moves everything of the source to the target, including contacts merged into the source. */
export async function moveOwned(
  tx: Tx,
  { integration_id, id, source_id, target_id }: MergeRow,
): Promise<void> {
  for (const table of owned)
    await sql`
      update ${sql.table(table)} set contact_id = ${target_id}, origin_id = coalesce(origin_id, contact_id)
        ${versioned(table)}
      where integration_id = ${integration_id} and contact_id = ${source_id}`.execute(tx)
  await sql`
    update contact_merge set target_id = ${target_id}, inside_id = coalesce(inside_id, ${id}::uuid)
    where integration_id = ${integration_id} and target_id = ${source_id} and undone_at is null`.execute(tx)
}
/**
 * Shows a visitor's conversations in another visitor's browsers, after they proved to be the same person.
 *
 * @returns the conversations
 */
export async function transferConversations(
  tx: Tx,
  { integration_id, contact_id, origin_id }: VisitorHome,
  visitor_id: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update conversation set origin_id = ${origin_id}, version = version + 1
    where integration_id = ${integration_id} and contact_id = ${contact_id}
      and coalesce(origin_id, contact_id) = ${visitor_id} returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  await writtenBy(tx, integration_id, ids, origin_id ?? contact_id)
  await sql`
    update file set owner_id = ${origin_id ?? contact_id}
    where integration_id = ${integration_id} and owner = 'contact' and owner_id = ${visitor_id}`.execute(tx)
  return ids
}
/** Resends are recognized by author. */
const writtenBy = (tx: Tx, integration_id: string, conversation_ids: readonly string[], visitor_id: string) =>
  sql`
    update message set author_id = ${visitor_id}
    where integration_id = ${integration_id} and conversation_id = any(${conversation_ids}::uuid[])
      and author = 'contact' and author_id <> ${visitor_id}`.execute(tx)

/** Moves back what came from the source, including contacts merged into it. The source must exist again. */
export async function moveBack(
  tx: Tx,
  { integration_id, id, source_id, target_id, shown_ids }: MergeRow,
): Promise<void> {
  if (shown_ids.length > 0) {
    await sql`
      update conversation set origin_id = ${source_id}
      where integration_id = ${integration_id} and contact_id = ${target_id}
        and id = any(${shown_ids}::uuid[])`.execute(tx)
    await writtenBy(tx, integration_id, shown_ids, source_id)
  }
  const { rows: carried } = await sql<{ id: string; source_id: string }>`
    with recursive carried as (
      select id, source_id from contact_merge where integration_id = ${integration_id} and inside_id = ${id}
      union all
      select contact_merge.id, contact_merge.source_id from contact_merge
        join carried on contact_merge.inside_id = carried.id
      where contact_merge.integration_id = ${integration_id})
    select id, source_id from carried`.execute(tx)
  const origin_ids = [source_id, ...carried.map((merge) => merge.source_id)]
  for (const table of owned)
    await sql`
      update ${sql.table(table)} set contact_id = ${source_id}, origin_id = nullif(origin_id, ${source_id})
        ${versioned(table)}
      where integration_id = ${integration_id} and contact_id = ${target_id}
        and origin_id = any(${origin_ids}::uuid[])`.execute(tx)
  await sql`
    update contact_merge set target_id = ${source_id}, inside_id = nullif(inside_id, ${id}::uuid)
    where integration_id = ${integration_id} and id = any(${carried.map((merge) => merge.id)}::uuid[])`.execute(
    tx,
  )
}

/** Sets columns from JSON. */
export async function setColumns(
  tx: Tx,
  { integration_id, contact_id }: Key,
  columns: MergedValues,
): Promise<void> {
  const names = Object.keys(columns)
  if (names.length === 0) return
  await sql`
    update contact set version = contact.version + 1, ${sql.join(
      names.map((name) => sql`${sql.ref(name)} = told.${sql.ref(name)}`),
    )}
    from jsonb_populate_record(null::contact, ${JSON.stringify(columns)}::jsonb) as told
    where contact.integration_id = ${integration_id} and contact.id = ${contact_id}`.execute(tx)
}
/** Inserts the row again; generated columns are recomputed. */
export async function restoreContact(tx: Tx, row: object): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'contact'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  )
  // Columns added since get their default.
  const names = sql.join(rows.filter(({ name }) => name in row).map(({ name }) => sql.ref(name)))
  await sql`insert into contact (${names})
    select ${names} from jsonb_populate_record(null::contact, ${JSON.stringify(row)}::jsonb)`.execute(tx)
}
/** For imports that still exist. */
export const insertImportRows = (tx: Tx, rows: readonly unknown[]) =>
  sql`
    insert into contact_import_row
    select row.* from jsonb_populate_recordset(null::contact_import_row, ${JSON.stringify(rows)}::jsonb) as row
      join contact_import on contact_import.integration_id = row.integration_id and contact_import.id = row.import_id`.execute(
    tx,
  )
export const deleteContact = (tx: Tx, { integration_id, contact_id }: Key) =>
  tx.deleteFrom('contact').where('integration_id', '=', integration_id).where('id', '=', contact_id).execute()
export const deleteChange = (tx: Tx, { integration_id, contact_id }: Key, id: number) =>
  tx
    .deleteFrom('contact_change')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where('id', '=', id)
    .execute()

/** Number of visits, computed from page views: a gap of half an hour starts a new visit. */
export const countVisits = ({ integration_id, contact_id }: Key) => sql`
  update contact set visits = (
    select count(*) filter (where begins) from (
      select at - lag(at) over (order by id) < interval '30 minutes' is not true as begins from page_visit
      where integration_id = ${integration_id} and contact_id = ${contact_id}) as step)
  where integration_id = ${integration_id} and id = ${contact_id}`
/** Updates the last seen time from page views, if later. */
export const touchLastSeen = ({ integration_id, contact_id }: Key) => sql`
  update contact set last_seen_at = greatest(last_seen_at, (
    select max(at) from page_visit
    where integration_id = ${integration_id} and contact_id = ${contact_id}))
  where integration_id = ${integration_id} and id = ${contact_id}`

/** Deletes undo data; the redirect from the old id stays. */
export async function deleteUndoDataBefore(tx: Tx, time: string): Promise<void> {
  await tx
    .updateTable('contact_merge')
    .set({ source: null, filled: null })
    .where('at', '<', time)
    .where('source', 'is not', null)
    .execute()
  await tx.deleteFrom('contact_merge').where('at', '<', time).where('undone_at', 'is not', null).execute()
}
