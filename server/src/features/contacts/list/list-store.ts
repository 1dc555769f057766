import type { ContactRecord, ContactSort } from '@ozvi/contract'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { contactsWithin, isContactWithin, type Reader } from '#features/reach'
import type { Db } from '#platform/context/context.ts'
import type { DB } from '#schema'
import { all } from './filter-store.ts'
import { conversationCount, recordColumns } from '../store.ts'

const isOnline = (eb: ExpressionBuilder<DB, 'contact'>) =>
  eb
    .exists(
      eb
        .selectFrom('online_visitor')
        .whereRef('online_visitor.integration_id', '=', 'contact.integration_id')
        .whereRef('online_visitor.contact_id', '=', 'contact.id')
        .select(sql`1`.as('one')),
    )
    .$castTo<boolean>()
    .as('is_online')

/** `by` is the sort expression as in its index: contacts never seen come last. */
const orders = {
  last_seen: {
    by: sql`coalesce(contact.last_seen_at, '-infinity'::timestamptz)`,
    type: sql`timestamptz`,
    direction: sql`desc`,
    beyond: sql`<`,
  },
  first_seen: {
    by: sql`coalesce(contact.first_seen_at, '-infinity'::timestamptz)`,
    type: sql`timestamptz`,
    direction: sql`desc`,
    beyond: sql`<`,
  },
  name: { by: sql`contact.sort_name`, type: sql`text collate "C"`, direction: sql`asc`, beyond: sql`>` },
} as const
/** The cursor of a page: the last row's id and exact sort value. */
export interface Place {
  id: string
  value: string
}
/** Which part of a list to read; `wanted` are its conditions. */
export interface Part {
  wanted: readonly RawBuilder<boolean>[]
  sort: ContactSort
  after?: Place | undefined
  limit: number
}

/** How many rows are scanned in order first: if one in a hundred matches, they fill a page. */
const nearby = 5_000
/**
 * Positions of matching contacts visible to the member, in order. The planner can't estimate how many pass a
 * filter: frequent matches are found fastest by scanning in list order, rare ones by one scan over all rows.
 */
export async function listPlaces(
  db: Db,
  reader: Reader,
  { wanted, sort, after, limit }: Part,
): Promise<Place[]> {
  const { by, type, direction, beyond } = orders[sort]
  const ordered = sql`order by ${by} ${direction}, contact.id ${direction}`
  const from = sql`from contact where contact.integration_id = ${reader.integration_id}
    ${after ? sql`and (${by}, contact.id) ${beyond} (${after.value}::${type}, ${after.id}::uuid)` : sql``}`
  const picked = async (source: RawBuilder<unknown>) => {
    const { rows } = await sql<Place>`
      with picked as materialized (${source})
      select id, place::text as value from picked where is_wanted
      order by place ${direction}, id ${direction} limit ${limit}`.execute(db)
    return rows
  }
  const isLimited = reader.sees !== 'all'
  const is = all(isLimited ? [...wanted, isContactWithin(reader)] : wanted)
  const near = await picked(
    sql`select contact.id, ${by} as place, ${is} as is_wanted ${from} ${ordered} limit ${Math.max(nearby, limit)}`,
  )
  if (near.length >= limit || (wanted.length === 0 && !isLimited)) return near
  // With a filter few rows match, so visibility is checked per row; without one, start from the contacts the
  // member can see.
  const rare = wanted.length > 0 ? is : contactsWithin(reader)
  return picked(sql`select contact.id, ${by} as place, true as is_wanted ${from} and ${rare}`)
}

export async function listContacts(
  db: Db,
  reader: Reader,
  part: Part,
): Promise<(ContactRecord & { is_online: boolean; place: string })[]> {
  const places = await listPlaces(db, reader, part)
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('contact')
    .where('contact.integration_id', '=', reader.integration_id)
    .where(
      'contact.id',
      'in',
      places.map(({ id }) => id),
    )
    .select(recordColumns)
    .select([conversationCount, isOnline])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return places.flatMap(({ id, value }) => {
    const row = byId.get(id)
    return row ? [{ ...row, place: value }] : []
  })
}

/** How many match, in total and by kind. */
export const countKinds = (db: Db, reader: Reader, wanted: readonly RawBuilder<boolean>[]) =>
  db
    .selectFrom('contact')
    .where('contact.integration_id', '=', reader.integration_id)
    .where(contactsWithin(reader))
    .where(all(wanted))
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      ...(['visitor', 'lead', 'user'] as const).map((kind) =>
        eb.fn.countAll<number>().filterWhere('kind', '=', kind).as(kind),
      ),
    ])
    .executeTakeFirstOrThrow()

/** Counts several lists by name in one scan over all contacts. */
export async function countLists(
  db: Db,
  reader: Reader,
  lists: readonly { name: string; wanted: readonly RawBuilder<boolean>[] }[],
): Promise<Record<string, number>> {
  if (lists.length === 0) return {}
  return db
    .selectFrom('contact')
    .where('contact.integration_id', '=', reader.integration_id)
    .where(contactsWithin(reader))
    .select(lists.map(({ name, wanted }) => sql<number>`count(*) filter (where ${all(wanted)})`.as(name)))
    .executeTakeFirstOrThrow()
}
