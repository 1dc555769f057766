import type { Locale } from '@ozvi/contract'
import type { Tx } from '#platform/context.ts'
import { detectLocale } from './analysis/language.ts'
import { contentWords } from './analysis/terms.ts'
import * as store from './passage-store.ts'
import type { StoredPassage } from './passage-store.ts'
import { splitPassages } from './passages.ts'
import { readableText } from './readable-text.ts'
import { addPassage, noChange, removePassage } from './vocabulary.ts'

/** An item's content, as the assistant is given it. */
export interface IndexedItem {
  item_id: string
  source_id: string
  title: string
  /** Plain text or Markdown; quotes are slices of it. */
  text: string
  /** Guessed from the text when absent. */
  locale?: Locale | null
  /** The text answers the question that is the title: it is quoted whole. */
  is_answer?: boolean
  /** Other ways to ask what the title asks: they help to find, and are never quoted. */
  aliases?: readonly string[]
  /** Kept but never retrieved, until `setItemsVisible`. */
  is_hidden?: boolean
}

/** How much of a text tells its language. */
const LOCALE_SAMPLE_CHARS = 2_000

/**
 * Makes items findable with the commit of `tx`, each in place of what it was before. A passage that did not
 * change keeps its id and is not written again, so reading a site anew costs what changed in it.
 *
 * Writers of one integration wait for each other; a few hundred items at a time keep that short.
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
  for (const item of latest.values())
    for (const passage of passagesOf(item)) {
      const kept = unclaimed.get(likeness(passage))?.shift()
      if (kept) {
        if (kept.ordinal !== passage.ordinal || kept.is_hidden !== passage.is_hidden)
          moved.push({ ...passage, id: kept.id })
        if (kept.is_hidden && !passage.is_hidden) addPassage(change, kept)
        if (!kept.is_hidden && passage.is_hidden) removePassage(change, kept)
      } else {
        const numbered = { ...passage, id: ++counters.last_passage_id }
        inserted.push(numbered)
        if (!passage.is_hidden) addPassage(change, numbered)
      }
    }
  const gone = [...unclaimed.values()].flat()
  for (const passage of gone) if (!passage.is_hidden) removePassage(change, passage)

  await store.deletePassages(
    tx,
    integration_id,
    gone.map(({ id }) => id),
  )
  await store.updatePassages(tx, integration_id, moved)
  await store.insertPassages(tx, integration_id, inserted)
  await store.applyChange(tx, integration_id, counters, change)
}

/** `indexItems` for one item. */
export const indexItem = (tx: Tx, { integration_id, ...item }: IndexedItem & { integration_id: string }) =>
  indexItems(tx, integration_id, [item])

/** Forgets items; those never indexed are passed over. */
export async function removeItems(
  tx: Tx,
  integration_id: string,
  item_ids: readonly string[],
): Promise<void> {
  if (!item_ids.length) return
  const counters = await store.lockStatistics(tx, integration_id)
  const gone = await store.listPassages(tx, integration_id, item_ids)
  const change = noChange()
  for (const passage of gone) if (!passage.is_hidden) removePassage(change, passage)
  await store.deletePassages(
    tx,
    integration_id,
    gone.map(({ id }) => id),
  )
  await store.applyChange(tx, integration_id, counters, change)
}

/** `removeItems` for one item. */
export const removeItem = (
  tx: Tx,
  { integration_id, item_id }: { integration_id: string; item_id: string },
) => removeItems(tx, integration_id, [item_id])

/**
 * Forgets up to `items_max` items of a source.
 *
 * @returns how many it forgot. Repeat in transactions of their own until that is 0: a large source takes seconds,
 *   and nobody else is served by the embedded database meanwhile.
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

/** Lets items be found, or keeps them from being found without forgetting them. */
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
  for (const passage of turned) (is_visible ? addPassage : removePassage)(change, passage)
  await store.updatePassages(
    tx,
    integration_id,
    turned.map((passage) => ({ ...passage, is_hidden: !is_visible })),
  )
  await store.applyChange(tx, integration_id, counters, change)
}

/** An item's passages as they are to be kept; the ids are given later. */
function passagesOf(item: IndexedItem): StoredPassage[] {
  const { item_id, source_id, title, is_answer = false, is_hidden = false, aliases = [] } = item
  // PostgreSQL keeps no NUL in text.
  const text = item.text.replaceAll('\0', ' ')
  const locale = item.locale ?? detectLocale(`${title} ${text.slice(0, LOCALE_SAMPLE_CHARS)}`, 'en')
  const title_words = contentWords([title, ...aliases].join('\n'), locale)
  return splitPassages(text).map((passage, ordinal) => ({
    id: 0,
    item_id,
    source_id,
    ordinal,
    title: title.replaceAll('\0', ' '),
    heading: passage.heading,
    text: passage.text,
    is_answer,
    locale,
    words: {
      title: title_words,
      heading: contentWords(passage.heading, locale),
      body: contentWords(readableText(passage.text), locale),
    },
    is_hidden,
  }))
}

/** Equal for passages that are found and quoted alike. */
const likeness = ({ item_id, source_id, title, heading, text, is_answer, locale, words }: StoredPassage) =>
  JSON.stringify([item_id, source_id, title, words.title.join(' '), heading, text, is_answer, locale])
