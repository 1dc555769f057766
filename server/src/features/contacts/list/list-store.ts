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

/** `by` is what the list is ordered by, as its index has it: who was never seen comes last. */
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
/** Where a page ends: the last row's id, and what it is ordered by, to its last digit. */
export interface Place {
  id: string
  value: string
}
/** Which part of a list is read; `wanted` is what all has to hold. */
export interface Part {
  wanted: readonly RawBuilder<boolean>[]
  sort: ContactSort
  after?: Place | undefined
  limit: number
}

/** As many are looked at in their order first: where one in a hundred is wanted, they fill a page. */
const nearby = 5_000
/**
 * Where those of a member's reach who are wanted stand, in their order. No planner can know how many pass a filter: where they are frequent, a
 * walk in the list's order finds them at once, and where they are rare, one look at every row is several times
 * cheaper than that walk.
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
  // Few are wanted, so few are asked whether the member sees them; where everybody is, the member sees few.
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

/** How many are wanted, and how many of them of each kind. */
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

/** How many each list wants, by its name, by one walk through all contacts. */
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
