// Reads the index. Every lookup is `unnest(…) cross join lateral (select … offset 0)`, which makes the planner probe the
// primary key for each entry. Otherwise it scans a freshly filled table, which has no statistics yet: seconds instead
// of milliseconds.
import type { Locale } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import { splitWords } from './passage-store.ts'
import type { PostingBlock } from './posting-block.ts'
import type { Candidate, PassageWords, Statistics } from './ranking.ts'

/** A stem of the base. */
export interface Term {
  term: string
  id: number
  /** Number of passages that contain the word. */
  frequency: number
}

export interface BaseStatistics extends Statistics {
  /** Passages by language. */
  locales: Partial<Record<Locale, number>>
}

/** What can be found in one integration; null while that is nothing. */
export async function findStatistics(db: Db, integration_id: string): Promise<BaseStatistics | null> {
  const { rows } = await sql<
    Record<`${'title' | 'heading' | 'body'}_${'words' | 'grams'}` | 'passages', number> &
      Pick<BaseStatistics, 'locales'>
  >`
    select passages, title_words, heading_words, body_words, title_grams, heading_grams, body_grams, locales
    from passage_statistics where integration_id = ${integration_id} and passages > 0`.execute(db)
  const row = rows[0]
  return row
    ? {
        passages: row.passages,
        words: { title: row.title_words, heading: row.heading_words, body: row.body_words },
        grams: { title: row.title_grams, heading: row.heading_grams, body: row.body_grams },
        locales: row.locales,
      }
    : null
}

/** Those of the stems that the base holds, and in how many passages each of the grams occurs. */
export async function findFrequencies(
  db: Db,
  integration_id: string,
  stems: readonly string[],
  grams: readonly string[],
): Promise<{ terms: Term[]; grams: Map<string, number> }> {
  const { rows } = await sql<Term & { is_gram: boolean }>`
    select false as is_gram, found.term, found.id, found.frequency from unnest(${stems}::text[]) as asked (term)
    cross join lateral (
      select term, id, frequency from term where integration_id = ${integration_id} and term = asked.term offset 0
    ) as found
    union all
    select true, found.gram, 0, found.frequency from unnest(${grams}::text[]) as asked (gram)
    cross join lateral (
      select gram, frequency from gram where integration_id = ${integration_id} and gram = asked.gram offset 0
    ) as found`.execute(db)
  return {
    terms: rows.filter(({ is_gram }) => !is_gram).map(({ term, id, frequency }) => ({ term, id, frequency })),
    grams: new Map(rows.filter(({ is_gram }) => is_gram).map(({ term, frequency }) => [term, frequency])),
  }
}

/** Stems of the base that begin with one of the prefixes, at most `limit` for each. */
export async function findTermsByPrefix(
  db: Db,
  integration_id: string,
  prefixes: readonly string[],
  limit: number,
): Promise<Term[]> {
  const { rows } = await sql<Term>`
    select found.* from unnest(${prefixes}::text[]) as asked (prefix)
    cross join lateral (
      select term, id, frequency from term
      where integration_id = ${integration_id} and term >= asked.prefix and term < asked.prefix || ${AFTER_ALL_LETTERS}
      order by term limit ${limit} offset 0
    ) as found`.execute(db)
  return rows
}
/** Sorts after every letter in collation "C" (bytes), so that a prefix is a range. */
const AFTER_ALL_LETTERS = '\u{10ffff}'

/** Where the stems with these numbers occur. */
export async function findPostings(
  db: Db,
  integration_id: string,
  term_ids: readonly number[],
): Promise<PostingBlock[]> {
  const { rows } = await sql<PostingBlock>`
    select found.* from unnest(${term_ids}::integer[]) as asked (term_id)
    cross join lateral (
      select term_id, block, entries from posting
      where integration_id = ${integration_id} and term_id = asked.term_id offset 0
    ) as found`.execute(db)
  return rows
}

/** The passages with these numbers, in any order. */
export async function findCandidates(
  db: Db,
  integration_id: string,
  ids: readonly number[],
): Promise<Candidate[]> {
  const { rows } = await sql<Omit<Candidate, 'words'> & Record<`${keyof PassageWords}_words`, string>>`
    select found.* from unnest(${ids}::integer[]) as asked (id)
    cross join lateral (
      select id, item_id, source_id, locale, title_words, heading_words, body_words from passage
      where integration_id = ${integration_id} and id = asked.id offset 0
    ) as found`.execute(db)
  return rows.map(({ title_words, heading_words, body_words, ...candidate }) => ({
    ...candidate,
    words: {
      title: splitWords(title_words),
      heading: splitWords(heading_words),
      body: splitWords(body_words),
    },
  }))
}

/** Numbers of a source's passages. */
export async function listSourcePassages(
  db: Db,
  integration_id: string,
  source_id: string,
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('passage')
    .where('integration_id', '=', integration_id)
    .where('source_id', '=', source_id)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The text of a passage for display and quotes. */
export interface PassageText {
  id: number
  title: string
  heading: string
  text: string
  is_answer: boolean
  /** Its section begins in the passage before it. */
  is_continued: boolean
  /** The number of passages of its item before it. */
  ordinal: number
}

export async function findTexts(
  db: Db,
  integration_id: string,
  ids: readonly number[],
): Promise<PassageText[]> {
  const { rows } = await sql<PassageText>`
    select found.* from unnest(${ids}::integer[]) as asked (id)
    cross join lateral (
      select id, title, heading, text, is_answer, ordinal, exists (
        select from passage as before
        where before.integration_id = ${integration_id} and before.item_id = passage.item_id
          and before.ordinal = passage.ordinal - 1 and before.heading = passage.heading
      ) as is_continued
      from passage where integration_id = ${integration_id} and id = asked.id offset 0
    ) as found`.execute(db)
  return rows
}
