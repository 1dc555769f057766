// Computes how a change of passages affects the statistics before anything is written. An item that gets one new
// paragraph changes the counts of a hundred words, not of ten thousand.
import { grams } from '../analysis/grams.ts'
import { stem } from '../analysis/terms.ts'
import {
  countGrams,
  FIELDS,
  K1,
  noTotals,
  type PassageWords,
  type FieldTotals,
  weighOccurrences,
} from './ranking.ts'
import type { Locale } from '@ozvi/contract'

/** Passages added to or removed from the index, and the difference in every count. */
export interface VocabularyChange {
  passages: number
  words: FieldTotals
  grams: FieldTotals
  locales: Map<Locale, number>
  stem_frequencies: Map<string, number>
  gram_frequencies: Map<string, number>
  postings: PostingChange[]
}

export interface PostingChange {
  stem: string
  passage_id: number
  /** The saturated frequency of the stem in the passage, 0 to 1; null to remove the posting. */
  weight: number | null
}

/** The counts of one passage. */
export interface PassageCounts {
  /** Occurrences of each stem, by field. */
  stems: ReadonlyMap<string, FieldTotals>
  /** Without duplicates. */
  grams: readonly string[]
  words: FieldTotals
  gram_totals: FieldTotals
}
export interface CountedPassage {
  id: number
  locale: Locale
  counts: PassageCounts
}

/**
 * Fixed average field lengths for the weights of postings. The true averages change with every page. These are
 * accurate enough to select candidates, which are then scored with the true ones.
 */
const USUAL_LENGTH: FieldTotals = { title: 6, heading: 4, body: 90 }

export function noChange(): VocabularyChange {
  return {
    passages: 0,
    words: noTotals(),
    grams: noTotals(),
    locales: new Map(),
    stem_frequencies: new Map(),
    gram_frequencies: new Map(),
    postings: [],
  }
}

/** Counts the words of a passage. Needs no database. */
export function countPassage(locale: Locale, words: PassageWords): PassageCounts {
  const stems = new Map<string, FieldTotals>()
  const gram_totals = noTotals()
  for (const field of FIELDS)
    for (const word of words[field]) {
      gram_totals[field] += countGrams(word)
      const key = stem(word, locale)
      let occurrences = stems.get(key)
      if (!occurrences) stems.set(key, (occurrences = noTotals()))
      occurrences[field]++
    }
  const unique = new Set(FIELDS.flatMap((field) => words[field]))
  const { title, heading, body } = words
  return {
    stems,
    grams: [...new Set([...unique].flatMap((word) => grams(word)))],
    words: { title: title.length, heading: heading.length, body: body.length },
    gram_totals,
  }
}

/** Adds a passage that can be found from now on. */
export function addPassage(change: VocabularyChange, { id, locale, counts }: CountedPassage) {
  apply(change, locale, counts, 1)
  for (const [key, of_stem] of counts.stems) {
    const weight = weighOccurrences(of_stem, counts.words, USUAL_LENGTH, 1)
    change.postings.push({ stem: key, passage_id: id, weight: weight / (K1 + weight) })
  }
}

/** Reverses `addPassage`. */
export function removePassage(change: VocabularyChange, { id, locale, counts }: CountedPassage) {
  apply(change, locale, counts, -1)
  for (const key of counts.stems.keys()) change.postings.push({ stem: key, passage_id: id, weight: null })
}

function apply(change: VocabularyChange, locale: Locale, counts: PassageCounts, by: 1 | -1) {
  for (const field of FIELDS) {
    change.words[field] += by * counts.words[field]
    change.grams[field] += by * counts.gram_totals[field]
  }
  for (const key of counts.stems.keys()) add(change.stem_frequencies, key, by)
  for (const gram of counts.grams) add(change.gram_frequencies, gram, by)
  add(change.locales, locale, by)
  change.passages += by
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number) {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
