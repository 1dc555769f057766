import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context, Tx } from '#platform/context/context.ts'
import { tasksOf } from '#platform/threads/index.ts'
import { embedLater } from './embed-passages.ts'
import * as store from './passage-store.ts'
import type { StoredPassage } from './passage-store.ts'
import type { ItemText, PreparedPassage } from './prepare-text.ts'
import { updateVectors } from './vector-store.ts'
import { addPassage, countPassage, noChange, removePassage, type VocabularyChange } from './vocabulary.ts'

/** An item whose text has been prepared. */
export interface IndexedItem {
  item_id: string
  source_id: string
  passages: readonly PreparedPassage[]
  /** Kept but never retrieved, until `setItemsVisible`. */
  is_hidden?: boolean
}

const task = tasksOf<typeof import('./prepare-text.ts')>(new URL('./prepare-text.ts', import.meta.url))

/**
 * Cuts and analyzes an item's text in a thread, to be indexed by a transaction afterwards.
 *
 * @throws TaskFailed
 */
export const prepareItem = (ctx: Pick<Context, 'threads'>, text: ItemText): Promise<PreparedPassage[]> =>
  ctx.threads.jobs.run(task('prepareText'), text)

/** Passages counted before the event loop gets a turn. */
const PASSAGES_PER_TURN = 20

/** Adds stored passages to the counts, or subtracts them. */
async function countEach(
  change: VocabularyChange,
  passages: readonly StoredPassage[],
  count: typeof addPassage,
): Promise<void> {
  for (const [index, { id, locale, words }] of passages.entries()) {
    if (index % PASSAGES_PER_TURN === 0) await nextTurn()
    count(change, { id, locale, counts: countPassage(locale, words) })
  }
}

/**
 * Indexes items when `tx` commits, replacing their previous versions. Unchanged passages keep their ids and
 * aren't written again, so reading a site again costs only its changes.
 * Writers of one integration wait for each other; with a few hundred items at a time, that is short.
 */
export async function indexItems(
  tx: Tx,
  integration_id: string,
  items: readonly IndexedItem[],
): Promise<void> {
  const latest = new Map(items.map((item) => [item.item_id, item]))
  if (!latest.size) return
  const counters = await store.lockStatistics(tx, integration_id)
  const before = await store.listPassages(tx, integration_id, [...latest.keys()])
  const unclaimed = new Map<string, StoredPassage[]>()
  for (const passage of before)
    unclaimed.set(likeness(passage), [...(unclaimed.get(likeness(passage)) ?? []), passage])

  const change = noChange()
  const inserted: StoredPassage[] = []
  const moved: StoredPassage[] = []
  for (const { passages, item_id, source_id, is_hidden = false } of latest.values())
    for (const [index, { counts, ...prepared }] of passages.entries()) {
      if (index % PASSAGES_PER_TURN === 0) await nextTurn()
      const passage = { ...prepared, item_id, source_id, is_hidden }
      const unchanged = unclaimed.get(likeness(passage))?.shift()
      const id = unchanged?.id ?? ++counters.last_passage_id
      if (!unchanged) inserted.push({ ...passage, id })
      else if (unchanged.ordinal !== passage.ordinal || unchanged.is_hidden !== is_hidden)
        moved.push({ ...passage, id })
      const wasFound = unchanged !== undefined && !unchanged.is_hidden
      if (!wasFound && !is_hidden) addPassage(change, { ...passage, id, counts })
      if (wasFound && is_hidden) removePassage(change, { ...passage, id, counts })
    }
  await deletePassages(tx, integration_id, [...unclaimed.values()].flat(), change)
  await store.updatePassages(tx, integration_id, moved)
  await updateVectors(tx, integration_id, moved)
  await store.insertPassages(tx, integration_id, inserted)
  await store.applyChange(tx, integration_id, counters, change)
  if (inserted.length > 0 || moved.length > 0) await embedLater(tx, integration_id)
}

/** `indexItems` for one item. */
export const indexItem = (tx: Tx, { integration_id, ...item }: IndexedItem & { integration_id: string }) =>
  indexItems(tx, integration_id, [item])

/** Removes items from the index; those that were never indexed are ignored. */
export async function removeItems(
  tx: Tx,
  integration_id: string,
  item_ids: readonly string[],
): Promise<void> {
  if (!item_ids.length) return
  const counters = await store.lockStatistics(tx, integration_id)
  const removed = await store.listPassages(tx, integration_id, item_ids)
  const change = noChange()
  await deletePassages(tx, integration_id, removed, change)
  await store.applyChange(tx, integration_id, counters, change)
}

/** Deletes passages, and subtracts those that were found from the statistics. */
async function deletePassages(
  tx: Tx,
  integration_id: string,
  passages: readonly StoredPassage[],
  change: VocabularyChange,
): Promise<void> {
  await countEach(
    change,
    passages.filter(({ is_hidden }) => !is_hidden),
    removePassage,
  )
  await store.deletePassages(
    tx,
    integration_id,
    passages.map(({ id }) => id),
  )
}

/** `removeItems` for one item. */
export const removeItem = (
  tx: Tx,
  { integration_id, item_id }: { integration_id: string; item_id: string },
) => removeItems(tx, integration_id, [item_id])

/**
 * Removes up to `items_max` items of a source.
 * @returns how many were removed. Repeat in separate transactions until it is 0: a large source takes seconds,
 * during which the embedded database serves nothing else.
 */
export async function removeSource(
  tx: Tx,
  {
    integration_id,
    source_id,
    items_max = 200,
  }: { integration_id: string; source_id: string; items_max?: number },
): Promise<number> {
  const item_ids = await store.listSourceItems(tx, integration_id, source_id, items_max)
  await removeItems(tx, integration_id, item_ids)
  return item_ids.length
}

/** Shows items in searches, or hides them without deleting their passages. */
export async function setItemsVisible(
  tx: Tx,
  {
    integration_id,
    item_ids,
    is_visible,
  }: { integration_id: string; item_ids: readonly string[]; is_visible: boolean },
): Promise<void> {
  if (!item_ids.length) return
  const counters = await store.lockStatistics(tx, integration_id)
  const passages = await store.listPassages(tx, integration_id, item_ids)
  const turned = passages.filter(({ is_hidden }) => is_hidden === is_visible)
  const change = noChange()
  await countEach(change, turned, is_visible ? addPassage : removePassage)
  const shown = turned.map((passage) => ({ ...passage, is_hidden: !is_visible }))
  await store.updatePassages(tx, integration_id, shown)
  await updateVectors(tx, integration_id, shown)
  await store.applyChange(tx, integration_id, counters, change)
  if (is_visible && shown.length > 0) await embedLater(tx, integration_id)
}

/** Equal for passages that searches and quotes don't distinguish. */
const likeness = ({
  item_id,
  source_id,
  title,
  heading,
  text,
  is_answer,
  locale,
  words,
}: Omit<StoredPassage, 'id'>) =>
  JSON.stringify([item_id, source_id, title, words.title.join(' '), heading, text, is_answer, locale])
