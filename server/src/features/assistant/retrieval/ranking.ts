// The rank adds two BM25F scores, each divided by its maximum: one over stems, one over four-letter grams, which
// tolerates inflection, compounds and typos. On the development questions the second score is worth 0.02 nDCG@10 in
// English and 0.03 to 0.06 in Slovak over stems alone.
import type { Locale } from '@ozvi/contract'
import { stem } from '../analysis/terms.ts'
import type { Question, QuestionTerm } from '../questions/question.ts'

/** A passage's content words by field, in reading order. */
export interface PassageWords {
  title: readonly string[]
  heading: readonly string[]
  body: readonly string[]
}

/** A passage that may hold the answer. */
export interface Candidate {
  id: number
  item_id: string
  source_id: string
  locale: Locale
  words: PassageWords
}

/** Sums over every passage of one field: how long an average one is. */
export interface FieldTotals {
  title: number
  heading: number
  body: number
}

/** What ranking knows of the whole base. */
export interface Statistics {
  passages: number
  words: FieldTotals
  grams: FieldTotals
}

/** In how many passages a stem or a gram occurs; absent means none. */
export interface Frequencies {
  stems: ReadonlyMap<string, number>
  grams: ReadonlyMap<string, number>
}

export interface Hit {
  candidate: Candidate
  stem_score: number
  gram_score: number
  /** Both scores, each over the best of its kind: at most 1 + GRAM_WEIGHT. */
  score: number
}

export interface Ranking {
  /** Best first. */
  hits: Hit[]
  /** The upper limit of the stem score: of a passage with every word of the question, repeated endlessly. */
  ideal_stem_score: number
  ideal_gram_score: number
  stem_idf: ReadonlyMap<string, number>
  gram_idf: ReadonlyMap<string, number>
}

/** Saturation of repeated words; values from 0.9 to 2 give the same ranking. */
export const K1 = 1.2
/** The weight of the gram score; values from 0.6 to 1 give the same ranking. */
const GRAM_WEIGHT = 0.8
export const FIELDS = ['title', 'heading', 'body'] as const
const FIELD_WEIGHT: FieldTotals = { title: 2, heading: 2, body: 1 }
/** How strongly a long field is held against a passage: hardly for titles, as usual for text. */
const FIELD_B: FieldTotals = { title: 0.3, heading: 0.5, body: 0.75 }

/** In a base of a few passages every word looks common; it is judged as one of this many. */
const PASSAGES_MIN = 20
/** The weight of a word that occurs in `frequency` of `passages` (BM25's idf, never negative). */
export const inverseFrequency = (passages: number, frequency: number) =>
  Math.log(1 + (Math.max(passages, PASSAGES_MIN) - frequency + 0.5) / (frequency + 0.5))

/** Returns `grams(word).length` without creating the grams. */
export const countGrams = (word: string) => Math.max(1, word.length - 1)

/** Orders candidates by how well they fit the question; equal ones by age, so an answer does not flicker. */
export function rank(
  question: Question,
  candidates: readonly Candidate[],
  statistics: Statistics,
  frequencies: Frequencies,
): Ranking {
  const idfOf = (frequency = 0) => inverseFrequency(statistics.passages, frequency)
  const stem_idf = new Map(question.terms.map(({ stem }) => [stem, idfOf(frequencies.stems.get(stem))]))
  const gram_idf = new Map(
    [...question.grams.keys()].map((gram) => [gram, idfOf(frequencies.grams.get(gram))]),
  )
  const valueOf = ({ stem, meant, weight }: QuestionTerm) =>
    weight * Math.min(stem_idf.get(stem) ?? 0, stem_idf.get(meant) ?? 0)
  const stem_values = question.terms.map(valueOf)
  const gram_values = [...question.grams].map(([gram, weight]) => weight * (gram_idf.get(gram) ?? 0))
  const matcher = makeMatcher(question)

  const hits = candidates.map((candidate): Hit => {
    const tally = countMatches(candidate, matcher)
    const stem_score = scoreField(
      tally.stems,
      stem_values,
      tally.words,
      statistics.words,
      statistics.passages,
    )
    const gram_score = scoreField(
      tally.grams,
      gram_values,
      tally.gram_counts,
      statistics.grams,
      statistics.passages,
    )
    return { candidate, stem_score, gram_score, score: 0 }
  })
  const best_stem = Math.max(1e-9, ...hits.map((hit) => hit.stem_score))
  const best_gram = Math.max(1e-9, ...hits.map((hit) => hit.gram_score))
  for (const hit of hits) hit.score = hit.stem_score / best_stem + (GRAM_WEIGHT * hit.gram_score) / best_gram
  hits.sort((left, right) => right.score - left.score || left.candidate.id - right.candidate.id)
  return {
    hits,
    ideal_stem_score: sum(question.terms.filter(({ origin }) => origin !== 'synonym').map(valueOf)),
    ideal_gram_score: sum(gram_values),
    stem_idf,
    gram_idf,
  }
}

/** Which of the question's stems and grams a word holds, by their place in the question. */
interface WordMatch {
  stem: number
  grams: readonly number[]
}
type Matcher = (word: string, locale: Locale) => WordMatch

const NO_GRAMS: readonly number[] = []

/**
 * Candidates share many words, so each word is compared with the question once. Most have nothing in common
 * with it, which single letters show before anything is split or stemmed.
 */
function makeMatcher(question: Question): Matcher {
  const stem_places = new Map(question.terms.map((term, position) => [term.stem, position]))
  // Both stemmers keep a word's first letter.
  const initials = new Set(question.terms.map((term) => term.stem[0]))
  const findGrams = makeGramFinder([...question.grams.keys()])
  const cached = { en: new Map<string, WordMatch>(), sk: new Map<string, WordMatch>() }
  return (word, locale) => {
    let match = cached[locale].get(word)
    if (!match) {
      const stem_place = initials.has(word[0]) ? (stem_places.get(stem(word, locale)) ?? -1) : -1
      match = { stem: stem_place, grams: findGrams(word) }
      cached[locale].set(word, match)
    }
    return match
  }
}

/** Finds which of the asked grams a word holds, as `grams(word)` would, without cutting up every word. */
function makeGramFinder(terms: readonly string[]): (word: string) => readonly number[] {
  const positions = new Map(terms.map((gram, position) => [gram, position]))
  const openings = new Uint8Array(1024)
  const opening = (text: string, at: number) =>
    ((text.charCodeAt(at) & 31) << 5) | (text.charCodeAt(at + 1) & 31)
  for (const gram of terms) openings[opening(gram, 0)] = 1
  return (word) => {
    const padded = ` ${word} `
    let matches: number[] | undefined
    for (let index = 0; index === 0 || index + 4 <= padded.length; index++) {
      if (!openings[opening(padded, index)]) continue
      const position = positions.get(padded.slice(index, index + 4))
      if (position !== undefined) (matches ??= []).push(position)
    }
    return matches ?? NO_GRAMS
  }
}

/** How often each asked thing occurs, by field, and how long each field is. */
interface Tally {
  stems: Map<number, FieldTotals>
  grams: Map<number, FieldTotals>
  words: FieldTotals
  gram_counts: FieldTotals
}

function countMatches(candidate: Candidate, matcher: Matcher): Tally {
  const tally: Tally = { stems: new Map(), grams: new Map(), words: noTotals(), gram_counts: noTotals() }
  for (const field of FIELDS) {
    const words = candidate.words[field]
    tally.words[field] = words.length
    for (const word of words) {
      tally.gram_counts[field] += countGrams(word)
      const match = matcher(word, candidate.locale)
      if (match.stem >= 0) increment(tally.stems, match.stem, field)
      for (const gram of match.grams) increment(tally.grams, gram, field)
    }
  }
  return tally
}

function increment(counts: Map<number, FieldTotals>, position: number, field: keyof FieldTotals) {
  let count = counts.get(position)
  if (!count) counts.set(position, (count = noTotals()))
  count[field]++
}

export const noTotals = (): FieldTotals => ({ title: 0, heading: 0, body: 0 })

/** BM25F: occurrences are weighted and normalized by field, added, and only then saturated. */
function scoreField(
  counts: ReadonlyMap<number, FieldTotals>,
  values: readonly number[],
  lengths: FieldTotals,
  totals: FieldTotals,
  passages: number,
) {
  let score = 0
  for (const [position, count] of counts) {
    const weight = weighOccurrences(count, lengths, totals, passages)
    score += ((values[position] ?? 0) * weight) / (K1 + weight)
  }
  return score
}

/** Occurrences weighed by field and by how the field's length compares with the average one. */
export function weighOccurrences(
  count: FieldTotals,
  lengths: FieldTotals,
  totals: FieldTotals,
  passages: number,
) {
  let weight = 0
  for (const field of FIELDS) {
    if (!count[field]) continue
    const average = totals[field] / passages || 1
    const norm = 1 - FIELD_B[field] + (FIELD_B[field] * lengths[field]) / average
    weight += (FIELD_WEIGHT[field] * count[field]) / norm
  }
  return weight
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
