import type { ContactRecord, ContactSort } from '@ozvi/contract'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { visibleContacts, isContactVisible, type Viewer } from '#features/visibility'
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
export interface Position {
  id: string
  value: string
}
/** Which part of a list to read; `conditions` are its conditions. */
export interface Part {
  conditions: readonly RawBuilder<boolean>[]
  sort: ContactSort
  after?: Position | undefined
  limit: number
}

/** How many rows are scanned in order first: if one in a hundred matches, they fill a page. */
const nearby = 5_000
/**
 * Positions of matching contacts visible to the member, in order. The planner can't estimate how many pass a
 * filter: frequent matches are found fastest by scanning in list order, rare ones by one scan over all rows.
 */
export async function listPositions(
  db: Db,
  viewer: Viewer,
  { conditions, sort, after, limit }: Part,
): Promise<Position[]> {
  const { by, type, direction, beyond } = orders[sort]
  const ordered = sql`order by ${by} ${direction}, contact.id ${direction}`
  const from = sql`from contact where contact.integration_id = ${viewer.integration_id}
    ${after ? sql`and (${by}, contact.id) ${beyond} (${after.value}::${type}, ${after.id}::uuid)` : sql``}`
  const picked = async (source: RawBuilder<unknown>) => {
    const { rows } = await sql<Position>`
      with picked as materialized (${source})
      select id, place::text as value from picked where is_wanted
      order by place ${direction}, id ${direction} limit ${limit}`.execute(db)
    return rows
  }
  const isLimited = viewer.conversation_access !== 'all'
  const is = all(isLimited ? [...conditions, isContactVisible(viewer)] : conditions)
  const near = await picked(
    sql`select contact.id, ${by} as place, ${is} as is_wanted ${from} ${ordered} limit ${Math.max(nearby, limit)}`,
  )
  if (near.length >= limit || (conditions.length === 0 && !isLimited)) return near
  // With a filter few rows match, so visibility is checked per row; without one, start from the contacts the
  // member can see.
  const rare = conditions.length > 0 ? is : visibleContacts(viewer)
  return picked(sql`select contact.id, ${by} as place, true as is_wanted ${from} and ${rare}`)
}

export async function listContacts(
  db: Db,
  viewer: Viewer,
  part: Part,
): Promise<(ContactRecord & { is_online: boolean; place: string })[]> {
  const positions = await listPositions(db, viewer, part)
  if (positions.length === 0) return []
  const rows = await db
    .selectFrom('contact')
    .where('contact.integration_id', '=', viewer.integration_id)
    .where(
      'contact.id',
      'in',
      positions.map(({ id }) => id),
    )
    .select(recordColumns)
    .select([conversationCount, isOnline])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return positions.flatMap(({ id, value }) => {
    const row = byId.get(id)
    return row ? [{ ...row, place: value }] : []
  })
}

/** How many match, in total and by kind. */
export const countKinds = (db: Db, viewer: Viewer, conditions: readonly RawBuilder<boolean>[]) =>
  db
    .selectFrom('contact')
    .where('contact.integration_id', '=', viewer.integration_id)
    .where(visibleContacts(viewer))
    .where(all(conditions))
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
  viewer: Viewer,
  lists: readonly { name: string; conditions: readonly RawBuilder<boolean>[] }[],
): Promise<Record<string, number>> {
  if (lists.length === 0) return {}
  return db
    .selectFrom('contact')
    .where('contact.integration_id', '=', viewer.integration_id)
    .where(visibleContacts(viewer))
    .select(
      lists.map(({ name, conditions }) => sql<number>`count(*) filter (where ${all(conditions)})`.as(name)),
    )
    .executeTakeFirstOrThrow()
}
