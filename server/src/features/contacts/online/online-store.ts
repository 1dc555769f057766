import { type OnlineState, type OnlineVisitor, onlineVisitorsMax } from '@ozvi/contract'
import { sql } from 'kysely'
import { isContactVisible, type Viewer } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import { conversationCount, type Key, rowColumns } from '../store.ts'

/** A row of `online_visitor`; the page columns are all set or all null. */
interface OnlineColumns {
  online_since: string
  page_url: string | null
  page_title: string | null
  page_since: string | null
}
const toOnlineState = ({
  online_since,
  page_url: url,
  page_title: title,
  page_since: at,
}: OnlineColumns): OnlineState => ({
  online_since,
  page: url !== null && title !== null && at !== null ? { url, title, at } : null,
})
const onlineColumns = ['online_since', 'page_url', 'page_title', 'page_since'] as const

const onlineVisitors = (db: Db, integration_id: string) =>
  db
    .selectFrom('contact')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('online_visitor')
          .where('integration_id', '=', integration_id)
          .select(['contact_id', ...onlineColumns])
          .as('online'),
      (join) => join.onRef('online.contact_id', '=', 'contact.id'),
    )
    .where('integration_id', '=', integration_id)
    .select(rowColumns)
    .select(conversationCount)
    .select(onlineColumns)
type Row = Awaited<ReturnType<ReturnType<typeof onlineVisitors>['execute']>>[number]
const asVisitor = ({ online_since, page_url, page_title, page_since, ...row }: Row): OnlineVisitor => ({
  ...row,
  ...toOnlineState({ online_since, page_url, page_title, page_since }),
})

/** Latest arrival first, limited, and the total count; one query, so that they agree. */
export async function listOnline(db: Db, viewer: Viewer): Promise<{ items: OnlineVisitor[]; total: number }> {
  const rows = await onlineVisitors(db, viewer.integration_id)
    .where(isContactVisible(viewer))
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .orderBy('online_since', 'desc')
    .orderBy('contact_id', 'desc')
    .limit(onlineVisitorsMax)
    .execute()
  return { items: rows.map(({ total: _, ...row }) => asVisitor(row)), total: rows[0]?.total ?? 0 }
}
export async function findOnline(
  db: Db,
  { integration_id, contact_id }: Key,
): Promise<OnlineVisitor | undefined> {
  const row = await onlineVisitors(db, integration_id).where('contact_id', '=', contact_id).executeTakeFirst()
  return row && asVisitor(row)
}
export async function findOnlineContacts(
  db: Db,
  { integration_id, contact_id }: Key,
): Promise<OnlineState | null> {
  const row = await db
    .selectFrom('online_visitor')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .select(onlineColumns)
    .executeTakeFirst()
  return row ? toOnlineState(row) : null
}
/** All online visitors of every workspace. */
export const listAllOnline = (db: Db) =>
  db.selectFrom('online_visitor').select(['contact_id', 'online_since']).execute()

/** The contact that a visitor belongs to now, and all visitors of that contact. */
export async function findContactOf(
  db: Db,
  visitor_id: string,
): Promise<{ contact_id: string; visitor_ids: string[] }> {
  const { rows } = await sql<{ contact_id: string; source_id: string | null }>`
    select person.contact_id, contact_merge.source_id
    from (select coalesce((select target_id from contact_merge where source_id = ${visitor_id} and undone_at is null),
      ${visitor_id}::uuid) as contact_id) as person
    left join contact_merge on contact_merge.target_id = person.contact_id and undone_at is null
      and contact_merge.integration_id = (select integration_id from contact where contact.id = person.contact_id)`.execute(
    db,
  )
  const contact_id = rows[0]?.contact_id ?? visitor_id
  return { contact_id, visitor_ids: [contact_id, ...rows.flatMap(({ source_id }) => source_id ?? [])] }
}

/**
 * Marks contacts as online on their last reported page. @param visitor_ids including merged ones @returns
 * those who weren't online before
 */
export async function insertOnline(tx: Tx, visitor_ids: readonly string[], at: string): Promise<Key[]> {
  const { rows } = await sql<Key>`
    insert into online_visitor (integration_id, contact_id, online_since, page_url, page_title, page_since)
    select contact.integration_id, contact.id, ${at}::timestamptz,
      last.url, last.title, case when last.url is not null then ${at}::timestamptz end
    from contact left join lateral (
      select url, title from page_visit
      where page_visit.integration_id = contact.integration_id and contact_id = contact.id
      order by page_visit.id desc limit 1) as last on true
    where contact.id in (
      select coalesce(target_id, visitor_id) from unnest(${visitor_ids}::uuid[]) as arrived (visitor_id)
      left join contact_merge on source_id = visitor_id and undone_at is null)
    on conflict do nothing returning integration_id, contact_id`.execute(tx)
  return rows
}
/** @returns the current page and since when; undefined if offline */
export async function moveOnline(
  tx: Tx,
  { integration_id, contact_id }: Key,
  page: { url: string; title: string },
  at: string,
) {
  const row = await tx
    .updateTable('online_visitor')
    .set((eb) => ({
      page_url: page.url,
      page_title: page.title,
      page_since: eb
        .case()
        .when('page_url', '=', page.url)
        .then(eb.ref('page_since'))
        .else(sql<string>`${at}::timestamptz`)
        .end(),
    }))
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where(sql<boolean>`(page_url, page_title) is distinct from (${page.url}::text, ${page.title}::text)`)
    .returning(onlineColumns)
    .executeTakeFirst()
  return row && toOnlineState(row).page
}
/** Marks them as offline, last seen now. @returns the ended visit; undefined if already offline */
export async function deleteOnline(tx: Tx, contact_id: string, at: string) {
  const { rows } = await sql<Key & { online_since: string }>`
    delete from online_visitor using contact
    where contact.id = ${contact_id}::uuid
      and online_visitor.integration_id = contact.integration_id and contact_id = contact.id
    returning contact.integration_id, contact_id, online_since`.execute(tx)
  const [row] = rows
  if (row)
    await tx
      .updateTable('contact')
      .set((eb) => ({ last_seen_at: at, version: eb('version', '+', 1) }))
      .where('integration_id', '=', row.integration_id)
      .where('id', '=', contact_id)
      .execute()
  return row
}
