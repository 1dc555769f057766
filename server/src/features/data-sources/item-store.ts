import type { DataSourceItem, FailureReason, Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { CitableItem } from '#features/assistant'
import type { Db, Tx } from '#platform/context/context.ts'
import type { KnownPage } from './crawl/plan.ts'
import type { Key } from './store.ts'

export type ItemStatus = DataSourceItem['status']
export type ItemRow = DataSourceItem & {
  source_path: string
  hash: string | null
  snapshot_id: string | null
  first_run: number | null
}

export const itemColumns = [
  'id',
  'source_id',
  'url',
  'title',
  'locale',
  'status',
  'reason',
  'words',
  'is_enabled',
  'fetched_at',
  'changed_at',
  'source_path',
  'hash',
  'snapshot_id',
  'first_run',
] as const

const items = (db: Db, { integration_id, source_id }: Key) =>
  db
    .selectFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)

export type Difference = 'added' | 'changed' | 'removed'
/** Items that a run found new, changed or gone. In a source's first run nothing is new. */
const differenceIn = (run: number, difference: Difference) => {
  const when = {
    added: sql<boolean>`status = 'indexed' and first_run = ${run}`,
    changed: sql<boolean>`status = 'indexed' and changed_run = ${run} and first_run < ${run}`,
    removed: sql<boolean>`status = 'gone' and run = ${run}`,
  }
  return when[difference]
}
export const countDifferences = (db: Db, key: Key, run: number): Promise<Record<Difference, number>> => {
  const count = (difference: Difference) =>
    sql<number>`count(*) filter (where ${differenceIn(run, difference)})`.as(difference)
  return items(db, key)
    .select([count('added'), count('changed'), count('removed')])
    .executeTakeFirstOrThrow() as Promise<Record<Difference, number>>
}

/**
 * Stores which pages weren't read, and why; pages with stored content are left unchanged.
 * @param urls at most a few hundred
 */
export const putUnread = (
  tx: Tx,
  { integration_id, source_id }: Key,
  run: number,
  urls: readonly string[],
  reason: FailureReason,
) =>
  tx
    .insertInto('data_source_item')
    .values(
      urls.map((url) => ({
        integration_id,
        source_id,
        source_path: url,
        url,
        title: url,
        status: 'skipped' as const,
        reason,
        run,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'source_id', 'source_path'])
        .doUpdateSet({ status: 'skipped', reason, run })
        .where('data_source_item.status', 'in', ['skipped', 'failed']),
    )
    .execute()

/** By address. @param after the last path of the previous page */
export const listItems = (
  db: Db,
  key: Key,
  {
    status,
    difference,
    words = [],
    run,
    after,
    limit,
  }: {
    status?: ItemStatus | undefined
    difference?: Difference | undefined
    /** Each of them is in the title or the path. */
    words?: readonly string[]
    /** The run that made the change. */
    run: number
    after?: string | undefined
    limit: number
  },
): Promise<ItemRow[]> =>
  items(db, key)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'indexed'))
    .$if(difference !== undefined, (query) => query.where(differenceIn(run, difference ?? 'added')))
    .where((eb) =>
      eb.and(
        words.map(
          (word) => sql<boolean>`strpos(folded(title || ' ' || source_path), folded(${word}::text)) > 0`,
        ),
      ),
    )
    .$if(after !== undefined, (query) => query.where('source_path', '>', after ?? ''))
    .select(itemColumns)
    .orderBy('source_path')
    .limit(limit)
    .execute()

/** Finds an item with its text. */
export const findItem = (
  db: Db,
  { integration_id, source_id }: Key,
  item_id: string,
): Promise<(ItemRow & { text: string | null }) | undefined> =>
  db
    .selectFrom('data_source_item as item')
    .leftJoin('data_source_snapshot as snapshot', (join) =>
      join
        .onRef('snapshot.integration_id', '=', 'item.integration_id')
        .onRef('snapshot.id', '=', 'item.snapshot_id'),
    )
    .where('item.integration_id', '=', integration_id)
    .where('item.source_id', '=', source_id)
    .where('item.id', '=', item_id)
    .select(itemColumns.map((name) => `item.${name}` as const))
    .select('snapshot.text')
    .executeTakeFirst()

export const findItemAt = (db: Db, key: Key, source_path: string): Promise<ItemRow | undefined> =>
  items(db, key).where('source_path', '=', source_path).select(itemColumns).executeTakeFirst()

/** Pages with stored content, which a new run can request conditionally. */
export async function listKnownPages(db: Db, key: Key): Promise<Map<string, KnownPage>> {
  const rows = await items(db, key)
    .where('status', '=', 'indexed')
    .where('url', 'is not', null)
    .select(['source_path', 'etag', 'last_modified', 'depth', 'hash'])
    .execute()
  return new Map(rows.map(({ source_path, ...known }) => [source_path, known]))
}

export const listLinks = async (db: Db, key: Key, source_path: string): Promise<string[]> =>
  (await items(db, key).where('source_path', '=', source_path).select('links').executeTakeFirst())?.links ??
  []

export interface ItemChanges {
  url?: string | null
  title?: string
  locale?: Locale | null
  status?: ItemStatus
  reason?: FailureReason | null
  words?: number
  hash?: string | null
  first_run?: number
  changed_run?: number
  etag?: string | null
  last_modified?: string | null
  depth?: number
  links?: string[]
  snapshot_id?: string | null
  fetched_at?: string
  changed_at?: string
  missing_since?: string | null
  is_enabled?: boolean
  run: number
}

/** Creates or updates the item with this path. */
export const upsertItem = (
  tx: Tx,
  { integration_id, source_id }: Key,
  source_path: string,
  changes: ItemChanges & { title: string; status: ItemStatus },
): Promise<ItemRow> =>
  tx
    .insertInto('data_source_item')
    .values({ integration_id, source_id, source_path, ...changes })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'source_id', 'source_path']).doUpdateSet(changes),
    )
    .returning(itemColumns)
    .executeTakeFirstOrThrow()

export const updateItem = (
  tx: Tx,
  { integration_id, source_id }: Key,
  item_id: string,
  changes: Omit<ItemChanges, 'run'> & { run?: number },
): Promise<ItemRow | undefined> =>
  tx
    .updateTable('data_source_item')
    .set(changes)
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
    .where('id', '=', item_id)
    .returning(itemColumns)
    .executeTakeFirst()

/** Stores a copy of an item's current content and marks the previous one as replaced. @returns its id */
export async function insertSnapshot(
  tx: Tx,
  integration_id: string,
  item: {
    item_id: string
    title: string
    text: string
    url: string | null
    locale: Locale | null
    fetched_at: string
  },
): Promise<string> {
  await tx
    .updateTable('data_source_snapshot')
    .set({ replaced_at: item.fetched_at })
    .where('integration_id', '=', integration_id)
    .where('item_id', '=', item.item_id)
    .where('replaced_at', 'is', null)
    .execute()
  const { id } = await tx
    .insertInto('data_source_snapshot')
    .values({ integration_id, ...item })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A copy, readable by everyone who knows its address. */
export const findSnapshot = (db: Db, snapshot_id: string) =>
  db
    .selectFrom('data_source_snapshot')
    .where('id', '=', snapshot_id)
    .select(['title', 'text', 'url', 'locale', 'fetched_at'])
    .executeTakeFirst()

/** Deletes pages without content that a complete run didn't find again. */
export const deleteUnseen = (tx: Tx, { integration_id, source_id }: Key, run: number) =>
  tx
    .deleteFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
    .where('status', 'in', ['skipped', 'failed'])
    .where('run', '<>', run)
    .execute()

/** @returns ids */
export const listItemsAt = async (db: Db, key: Key, paths: readonly string[]): Promise<string[]> =>
  (await items(db, key).where('source_path', 'in', paths).select('id').execute()).map(({ id }) => id)

/** Deletes the items from a path on, if a source has fewer than before. @returns their ids */
export const deletePathsFrom = async (
  tx: Tx,
  { integration_id, source_id }: Key,
  source_path: string,
): Promise<string[]> =>
  (
    await tx
      .deleteFrom('data_source_item')
      .where('integration_id', '=', integration_id)
      .where('source_id', '=', source_id)
      .where('source_path', '>=', source_path)
      .returning('id')
      .execute()
  ).map(({ id }) => id)

/** Whether a run left out items because of the plan's limit. */
export const isPlanFull = async (db: Db, key: Key, run: number): Promise<boolean> =>
  (await items(db, key)
    .where('run', '=', run)
    .where('reason', '=', 'plan_limit')
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The reason that most of a source's items have in common. */
export const commonReason = async (db: Db, key: Key): Promise<FailureReason | undefined> =>
  (
    await items(db, key)
      .where('reason', 'is not', null)
      .select(['reason', sql<number>`count(*)`.as('count')])
      .groupBy('reason')
      .orderBy('count', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.reason ?? undefined

/** Items with stored content, in pages: `after` is the last id of the previous page. */
export const listIndexedItems = (db: Db, key: Key, after: string | undefined, limit: number) =>
  items(db, key)
    .where('status', '=', 'indexed')
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .select(['id', 'is_enabled'])
    .orderBy('id')
    .limit(limit)
    .execute()

/** Pages of any integration that vanished before `before`. */
export const listMissingItems = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('data_source_item')
    .where('status', '=', 'gone')
    .where('missing_since', '<', before)
    .select(['integration_id', 'id'])
    .limit(limit)
    .execute()

export const deleteItems = (tx: Tx, integration_id: string, item_ids: readonly string[]) =>
  tx
    .deleteFrom('data_source_item')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', item_ids)
    .execute()

export const deleteReplacedSnapshots = (tx: Tx, before: string) =>
  tx.deleteFrom('data_source_snapshot').where('replaced_at', '<', before).execute()

/** Kinds whose items count towards the plan's limit. */
export const countedKinds = ['website', 'file', 'api'] as const
/** Pages, files and documents that answers are made from; texts and written answers are neither. */
export const countIndexedItems = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('data_source_item as item')
      .innerJoin('data_source as source', (join) =>
        join
          .onRef('source.integration_id', '=', 'item.integration_id')
          .onRef('source.id', '=', 'item.source_id'),
      )
      .where('item.integration_id', '=', integration_id)
      .where('item.status', '=', 'indexed')
      .where('source.kind', 'in', countedKinds)
      .select(({ fn }) => fn.countAll<number>().as('items'))
      .executeTakeFirstOrThrow()
  ).items

/** Details of items for citations; items without content, or switched off, are left out. */
export const listCitableItems = async (
  db: Db,
  integration_id: string,
  item_ids: readonly string[],
): Promise<CitableItem[]> =>
  item_ids.length
    ? db
        .selectFrom('data_source_item')
        .where('integration_id', '=', integration_id)
        .where('id', 'in', item_ids)
        .where('is_enabled', '=', true)
        .where('snapshot_id', 'is not', null)
        .where('fetched_at', 'is not', null)
        .select(['id as item_id', 'source_id', 'title', 'url', 'fetched_at', 'snapshot_id'])
        .$narrowType<{ fetched_at: string; snapshot_id: string }>()
        .execute()
    : []
