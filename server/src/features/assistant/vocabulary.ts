// What a change of passages does to the counts, worked out before anything is written: an item that is read again
// with one new paragraph counts a hundred words up or down, not ten thousand.
import { grams } from './analysis/grams.ts'
import { stem } from './analysis/terms.ts'
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

/** Passages entering or leaving the index, and what that adds to every count (less than zero: takes away). */
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
  /** How strongly the passage holds the stem, saturated, 0 to 1; null when it no longer does. */
  weight: number | null
}

export interface IndexedPassage {
  id: number
  locale: Locale
  words: PassageWords
}

/**
 * Field lengths that a posting's weight is measured against. The true averages move with every page; these do
 * for choosing candidates, which are then scored against the true ones.
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

/** Counts a passage that can be found from now on. */
export function addPassage(change: VocabularyChange, passage: IndexedPassage) {
  const occurrences = count(change, passage, 1)
  const { title, heading, body } = passage.words
  const lengths = { title: title.length, heading: heading.length, body: body.length }
  for (const [key, of_stem] of occurrences) {
    const weight = weighOccurrences(of_stem, lengths, USUAL_LENGTH, 1)
    change.postings.push({ stem: key, passage_id: passage.id, weight: weight / (K1 + weight) })
  }
}

/** Takes back what `addPassage` counted. */
export function removePassage(change: VocabularyChange, passage: IndexedPassage) {
  for (const key of count(change, passage, -1).keys())
    change.postings.push({ stem: key, passage_id: passage.id, weight: null })
}

function count(change: VocabularyChange, { locale, words }: IndexedPassage, by: 1 | -1) {
  const stems = new Map<string, FieldTotals>()
  const of_passage = new Set<string>()
  for (const field of FIELDS) {
    change.words[field] += by * words[field].length
    for (const word of words[field]) {
      change.grams[field] += by * countGrams(word)
      const key = stem(word, locale)
      let occurrences = stems.get(key)
      if (!occurrences) stems.set(key, (occurrences = noTotals()))
      occurrences[field]++
    }
  }
  for (const word of new Set(FIELDS.flatMap((field) => words[field])))
    for (const gram of grams(word)) of_passage.add(gram)
  for (const key of stems.keys()) add(change.stem_frequencies, key, by)
  for (const gram of of_passage) add(change.gram_frequencies, gram, by)
  add(change.locales, locale, by)
  change.passages += by
  return stems
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number) {
  counts.set(key, (counts.get(key) ?? 0) + by)
}
