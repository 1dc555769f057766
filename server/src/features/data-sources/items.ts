import type { DataSource, FailureReason, Locale } from '@ozvi/contract'
import { indexItem, prepareItem, removeItem, setItemsVisible } from '#features/assistant'
import { hasRoom } from '#features/plans'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { contentHash } from './crawl/read-page.ts'
import type { ItemRow } from './item-store.ts'
import { isUsedAt } from './folder-rules.ts'
import * as store from './item-store.ts'

/** The content of an item. */
export interface ItemContent {
  source_path: string
  url: string | null
  title: string
  text: string
  words: number
  locale: Locale | null
  depth?: number
  links?: string[]
  etag?: string | null
  last_modified?: string | null
  /** The text answers the question that is the title, which may be put in these words too. */
  aliases?: readonly string[]
  /** Names by which it can be found in addition to its title. */
  names?: readonly string[]
}

/** An item that could not be read. */
interface UnreadItem extends Pick<ItemContent, 'source_path' | 'url' | 'title'> {
  status: 'skipped' | 'failed'
  reason: FailureReason
}

/** Reasons by which the site itself withdraws a page: its stored content is removed. */
const withdrawing = new Set<FailureReason>(['noindex', 'robots_denied', 'off_site', 'not_html', 'page_limit'])

const keyOf = ({ integration_id, id }: DataSource) => ({ integration_id, source_id: id })
/** An item's content with its passages; they are missing if the content is unchanged. */
export interface PreparedContent {
  content: ItemContent
  hash: string
  passages: Awaited<ReturnType<typeof prepareItem>> | undefined
}

const isUnchanged = (before: ItemRow | undefined, hash: string) =>
  before?.hash === hash && before.status === 'indexed' && before.snapshot_id !== null

/**
 * Splits and analyzes the text, before the transaction that stores it.
 *
 * @throws TaskFailed
 */
export async function prepareContent(
  ctx: Context,
  source: DataSource,
  content: ItemContent,
): Promise<PreparedContent> {
  const { source_path, title, text, locale, aliases = [], names = [] } = content
  const hash = contentHash(title, [text, ...aliases, ...names].join('\n'))
  const before = await store.findItemAt(ctx.db, keyOf(source), source_path)
  const is_answer = content.aliases !== undefined
  const passages = isUnchanged(before, hash)
    ? undefined
    : await prepareItem(ctx, { title, text, locale, is_answer, aliases, names })
  return { content, hash, passages }
}

/** Stores and indexes an item's content; unchanged content costs nothing. */
export async function saveContent(
  ctx: Context,
  tx: Tx,
  source: DataSource,
  run: number,
  {
    content: { source_path, text, aliases: _aliases, names: _names, ...content },
    hash,
    passages,
  }: PreparedContent,
): Promise<void> {
  const key = keyOf(source)
  const before = await store.findItemAt(tx, key, source_path)
  if (before?.status !== 'indexed' && store.countedKinds.some((kind) => kind === source.kind)) {
    const count = () => store.countIndexedItems(tx, source.integration_id)
    if (!(await hasRoom(ctx, tx, source.integration_id, 'indexed_items', count)))
      return markExcluded(tx, source, run, { source_path, url: content.url, title: content.title })
  }
  const fetched_at = isoNow(ctx)
  // Items that were indexed before runs were recorded aren't new.
  const first_run = before?.first_run ?? (before?.snapshot_id ? 0 : run)
  const seen = { reason: null, fetched_at, missing_since: null, run, first_run } as const
  // A new page follows its folder.
  const use = before?.snapshot_id ? {} : { is_enabled: await isUsedAt(tx, key, source_path) }
  const item = await store.upsertItem(tx, key, source_path, {
    ...content,
    ...seen,
    ...use,
    status: 'indexed',
    hash,
  })
  if (isUnchanged(before, hash)) return
  if (!passages) throw new Error('The item changed while it was being processed.') // the job runs again

  if (before?.hash !== hash || !before.snapshot_id) {
    const { title, url, locale } = content
    const copy = { item_id: item.id, title, text, url, locale, fetched_at }
    const snapshot_id = await store.insertSnapshot(tx, source.integration_id, copy)
    await store.updateItem(tx, key, item.id, { snapshot_id, changed_at: fetched_at, changed_run: run })
  }
  await indexItem(tx, {
    integration_id: source.integration_id,
    item_id: item.id,
    source_id: source.id,
    passages,
    is_hidden: !(source.is_enabled && item.is_enabled),
  })
}

/** Records that the plan has no room for an item. What it had before stays hidden. */
async function markExcluded(
  tx: Tx,
  source: DataSource,
  run: number,
  { source_path, url, title }: Pick<ItemContent, 'source_path' | 'url' | 'title'>,
): Promise<void> {
  const changes = { url, title, status: 'skipped', reason: 'plan_limit', hash: null, words: 0, run } as const
  await store.upsertItem(tx, keyOf(source), source_path, changes)
}

/** Records that an item is unchanged. */
export async function markUnchanged(
  ctx: Context,
  tx: Tx,
  source: DataSource,
  run: number,
  source_path: string,
) {
  const item = await store.findItemAt(tx, keyOf(source), source_path)
  if (item) await store.updateItem(tx, keyOf(source), item.id, { reason: null, fetched_at: isoNow(ctx), run })
}

/** Hides a missing page immediately and deletes it later, because it may come back. */
export async function hideMissing(
  ctx: Context,
  tx: Tx,
  source: DataSource,
  run: number,
  source_path: string,
) {
  const item = await store.findItemAt(tx, keyOf(source), source_path)
  if (!item) return
  await store.updateItem(tx, keyOf(source), item.id, { status: 'gone', missing_since: isoNow(ctx), run })
  await show(tx, source.integration_id, [item.id], false)
}

/**
 * Stores why a page was not read. Its previous content stays unless the site withdrew it: a temporary failure
 * doesn't make it wrong.
 */
export async function saveReason(
  tx: Tx,
  source: DataSource,
  run: number,
  { status, source_path, url, title, reason }: UnreadItem,
) {
  const key = keyOf(source)
  const item = await store.findItemAt(tx, key, source_path)
  const isIndexed = item?.status === 'indexed'
  if (isIndexed && !withdrawing.has(reason)) {
    await store.updateItem(tx, key, item.id, { reason, run })
    return
  }
  if (isIndexed) await removeItem(tx, { integration_id: source.integration_id, item_id: item.id })
  // The hash of removed content must not match the next run's.
  await store.upsertItem(tx, key, source_path, {
    url,
    title: item?.title ?? title,
    status,
    reason,
    hash: null,
    words: 0,
    run,
  })
}

/** The assistant finds an item if both the item and its source are enabled. */
export const showItem = (tx: Tx, source: DataSource, item: Pick<ItemRow, 'id' | 'is_enabled'>) =>
  show(tx, source.integration_id, [item.id], source.is_enabled && item.is_enabled)

/** Like `showItem`, for items of a source that were enabled or disabled together. */
export const showItems = (
  tx: Tx,
  { integration_id, is_enabled }: DataSource,
  item_ids: readonly string[],
  are_enabled: boolean,
) => show(tx, integration_id, item_ids, is_enabled && are_enabled)

const show = (tx: Tx, integration_id: string, item_ids: readonly string[], is_visible: boolean) =>
  setItemsVisible(tx, { integration_id, item_ids, is_visible })
