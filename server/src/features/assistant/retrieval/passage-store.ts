// Writes of the index. All of them happen under the lock that `lockStatistics` takes.
import type { Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Tx } from '#platform/context/context.ts'
import { changeEntries, locate, type PostingBlock } from './posting-block.ts'
import type { PassageWords } from './ranking.ts'
import type { PostingChange, VocabularyChange } from './vocabulary.ts'

/** A stored passage; `words` are its content words by field. */
export interface StoredPassage {
  id: number
  item_id: string
  source_id: string
  ordinal: number
  title: string
  heading: string
  text: string
  is_answer: boolean
  locale: Locale
  words: PassageWords
  is_hidden: boolean
}

/** The numbers last given out in one integration. */
export interface Counters {
  last_passage_id: number
  last_term_id: number
}

/** Makes this transaction the only writer of the integration's index until it ends. */
export async function lockStatistics(tx: Tx, integration_id: string): Promise<Counters> {
  const { rows } = await sql<Counters>`
    insert into passage_statistics as kept (integration_id) values (${integration_id})
    on conflict (integration_id) do update set last_passage_id = kept.last_passage_id
    returning last_passage_id, last_term_id`.execute(tx)
  return rows[0] ?? { last_passage_id: 0, last_term_id: 0 }
}

export async function listPassages(
  tx: Tx,
  integration_id: string,
  item_ids: readonly string[],
): Promise<StoredPassage[]> {
  const { rows } = await sql<Omit<StoredPassage, 'words'> & Record<`${keyof PassageWords}_words`, string>>`
    select found.* from unnest(${item_ids}::uuid[]) as asked (item_id)
    cross join lateral (
      select id, item_id, source_id, ordinal, title, heading, text, is_answer, locale, title_words, heading_words,
        body_words, is_hidden
      from passage where integration_id = ${integration_id} and item_id = asked.item_id order by ordinal offset 0
    ) as found`.execute(tx)
  return rows.map(({ title_words, heading_words, body_words, ...passage }) => ({
    ...passage,
    words: {
      title: splitWords(title_words),
      heading: splitWords(heading_words),
      body: splitWords(body_words),
    },
  }))
}

/** Items of a source that have passages, at most `limit`. */
export async function listSourceItems(tx: Tx, integration_id: string, source_id: string, limit: number) {
  const { rows } = await sql<{ item_id: string }>`
    select distinct item_id from passage
    where integration_id = ${integration_id} and source_id = ${source_id} limit ${limit}`.execute(tx)
  return rows.map(({ item_id }) => item_id)
}

export async function insertPassages(tx: Tx, integration_id: string, passages: readonly StoredPassage[]) {
  if (!passages.length) return
  const column = <Value>(read: (passage: StoredPassage) => Value) => passages.map(read)
  await sql`
    insert into passage (integration_id, id, item_id, source_id, ordinal, title, heading, text, is_answer, locale,
      title_words, heading_words, body_words, is_hidden)
    select ${integration_id}::uuid, kept.* from unnest(
      ${column(({ id }) => id)}::integer[],
      ${column(({ item_id }) => item_id)}::uuid[],
      ${column(({ source_id }) => source_id)}::uuid[],
      ${column(({ ordinal }) => ordinal)}::integer[],
      ${column(({ title }) => title)}::text[],
      ${column(({ heading }) => heading)}::text[],
      ${column(({ text }) => text)}::text[],
      ${column(({ is_answer }) => is_answer)}::boolean[],
      ${column(({ locale }) => locale)}::text[],
      ${column(({ words }) => words.title.join(' '))}::text[],
      ${column(({ words }) => words.heading.join(' '))}::text[],
      ${column(({ words }) => words.body.join(' '))}::text[],
      ${column(({ is_hidden }) => is_hidden)}::boolean[]
    ) as kept`.execute(tx)
}

export async function deletePassages(tx: Tx, integration_id: string, ids: readonly number[]) {
  if (!ids.length) return
  await sql`delete from passage where integration_id = ${integration_id} and id = any(${ids}::integer[])`.execute(
    tx,
  )
}

/** Moves passages that stay: their place in the item, and whether they can be found. */
export async function updatePassages(
  tx: Tx,
  integration_id: string,
  passages: readonly Pick<StoredPassage, 'id' | 'ordinal' | 'is_hidden'>[],
) {
  if (!passages.length) return
  await sql`
    update passage set ordinal = kept.ordinal, is_hidden = kept.is_hidden
    from unnest(
      ${passages.map(({ id }) => id)}::integer[],
      ${passages.map(({ ordinal }) => ordinal)}::integer[],
      ${passages.map(({ is_hidden }) => is_hidden)}::boolean[]
    ) as kept (id, ordinal, is_hidden)
    where passage.integration_id = ${integration_id} and passage.id = kept.id`.execute(tx)
}

/**
 * Writes what changed: counts, terms and postings.
 *
 * One upsert changes the counts, because it always uses the primary key. A freshly filled table has no statistics, and
 * the planner could choose to scan millions of postings.
 */
export async function applyChange(
  tx: Tx,
  integration_id: string,
  counters: Counters,
  change: VocabularyChange,
) {
  const term_ids = await upsertTerms(tx, integration_id, counters, change.stem_frequencies)
  await upsertGrams(tx, integration_id, change.gram_frequencies)
  await writePostings(tx, integration_id, change.postings, term_ids)
  await updateStatistics(tx, integration_id, counters, change)
}

/** @returns the number of every stem named in `frequencies`. */
async function upsertTerms(
  tx: Tx,
  integration_id: string,
  counters: Counters,
  frequencies: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const terms = [...frequencies.keys()]
  if (!terms.length) return new Map()
  const { rows } = await sql<{ term: string; id: number }>`
    select found.term, found.id from unnest(${terms}::text[]) as asked (term)
    cross join lateral (
      select term, id from term where integration_id = ${integration_id} and term = asked.term offset 0
    ) as found`.execute(tx)
  const ids = new Map(rows.map(({ term, id }) => [term, id]))
  for (const term of terms) if (!ids.has(term)) ids.set(term, ++counters.last_term_id)

  const changed = terms.filter((term) => frequencies.get(term) !== 0)
  if (!changed.length) return ids
  await sql`
    insert into term as kept (integration_id, term, id, frequency)
    select ${integration_id}::uuid, term, id, change from unnest(
      ${changed}::text[],
      ${changed.map((term) => ids.get(term))}::integer[],
      ${changed.map((term) => frequencies.get(term))}::integer[]
    ) as changed (term, id, change)
    on conflict (integration_id, term) do update set frequency = kept.frequency + excluded.frequency`.execute(
    tx,
  )
  const fallen = changed.filter((term) => (frequencies.get(term) ?? 0) < 0)
  if (fallen.length)
    await sql`
      delete from term
      where integration_id = ${integration_id} and term = any(${fallen}::text[]) and frequency <= 0`.execute(
      tx,
    )
  return ids
}

async function upsertGrams(tx: Tx, integration_id: string, frequencies: ReadonlyMap<string, number>) {
  const changed = [...frequencies].filter(([, change]) => change !== 0)
  if (!changed.length) return
  await sql`
    insert into gram as kept (integration_id, gram, frequency)
    select ${integration_id}::uuid, gram, change from unnest(
      ${changed.map(([gram]) => gram)}::text[],
      ${changed.map(([, change]) => change)}::integer[]
    ) as changed (gram, change)
    on conflict (integration_id, gram) do update set frequency = kept.frequency + excluded.frequency`.execute(
    tx,
  )
  const fallen = changed.flatMap(([gram, change]) => (change < 0 ? [gram] : []))
  if (fallen.length)
    await sql`
      delete from gram
      where integration_id = ${integration_id} and gram = any(${fallen}::text[]) and frequency <= 0`.execute(
      tx,
    )
}

/** Reads the blocks that change, changes them, writes them back; an emptied one goes. */
async function writePostings(
  tx: Tx,
  integration_id: string,
  postings: readonly PostingChange[],
  term_ids: ReadonlyMap<string, number>,
) {
  const changes = byBlock(postings, term_ids)
  if (!changes.length) return
  const { rows } = await sql<PostingBlock>`
    select found.* from unnest(
      ${changes.map(({ term_id }) => term_id)}::integer[],
      ${changes.map(({ block }) => block)}::integer[]
    ) as asked (term_id, block)
    cross join lateral (
      select term_id, block, entries from posting
      where integration_id = ${integration_id} and term_id = asked.term_id and block = asked.block offset 0
    ) as found`.execute(tx)
  const before = new Map(rows.map((row) => [`${row.term_id} ${row.block}`, row.entries]))
  const after = changes.map(({ term_id, block, change }) => ({
    term_id,
    block,
    entries: changeEntries(before.get(`${term_id} ${block}`) ?? NO_ENTRIES, change),
  }))
  await sql`
    insert into posting (integration_id, term_id, block, entries)
    select ${integration_id}::uuid, changed.* from unnest(
      ${after.map(({ term_id }) => term_id)}::integer[],
      ${after.map(({ block }) => block)}::integer[],
      ${after.map(({ entries }) => entries)}::bytea[]
    ) as changed
    on conflict (integration_id, term_id, block) do update set entries = excluded.entries`.execute(tx)
  const emptied = after.filter(({ entries }) => !entries.length)
  if (emptied.length)
    await sql`
      delete from posting
      where integration_id = ${integration_id} and term_id = any(${emptied.map(({ term_id }) => term_id)}::integer[])
        and entries = ''`.execute(tx)
}

const NO_ENTRIES = new Uint8Array()

function byBlock(postings: readonly PostingChange[], term_ids: ReadonlyMap<string, number>) {
  const changes = new Map<string, { term_id: number; block: number; change: Map<number, number | null> }>()
  for (const { stem, passage_id, weight } of postings) {
    const term_id = term_ids.get(stem)
    if (term_id === undefined) continue
    const { block, place: position } = locate(passage_id)
    let of_block = changes.get(`${term_id} ${block}`)
    if (!of_block) changes.set(`${term_id} ${block}`, (of_block = { term_id, block, change: new Map() }))
    of_block.change.set(position, weight)
  }
  return [...changes.values()]
}

async function updateStatistics(
  tx: Tx,
  integration_id: string,
  counters: Counters,
  change: VocabularyChange,
) {
  const { rows } = await sql<{ locales: Partial<Record<Locale, number>> }>`
    select locales from passage_statistics where integration_id = ${integration_id}`.execute(tx)
  const locales = { ...rows[0]?.locales }
  for (const [locale, by] of change.locales) {
    locales[locale] = (locales[locale] ?? 0) + by
    if (!locales[locale]) delete locales[locale]
  }
  const { words, grams } = change
  await sql`
    update passage_statistics set
      last_passage_id = ${counters.last_passage_id},
      last_term_id = ${counters.last_term_id},
      passages = passages + ${change.passages},
      title_words = title_words + ${words.title},
      heading_words = heading_words + ${words.heading},
      body_words = body_words + ${words.body},
      title_grams = title_grams + ${grams.title},
      heading_grams = heading_grams + ${grams.heading},
      body_grams = body_grams + ${grams.body},
      locales = ${JSON.stringify(locales)},
      version = version + ${change.postings.length > 0 ? 1 : 0}
    where integration_id = ${integration_id}`.execute(tx)
}

/** Content words have only letters and digits, so spaces separate them. */
export const splitWords = (text: string): string[] => (text ? text.split(' ') : [])
