import { fold } from './analysis/fold.ts'
import { similarity, trigrams } from './analysis/grams.ts'
import { contentWords, stem } from './analysis/terms.ts'
import { askedTerms, type Question } from './question.ts'
import { askedStems, coverage, type Quote } from './quoting.ts'
import { bestPerItem, type Ranking } from './ranking.ts'

/** What the confidence is made of; each between 0 and about 1. */
export interface Signals {
  /** How well the question's words are found in the quote and its heading, inflection and typos forgiven. */
  words_found: number
  /** Share of what the question says that stands in title and headings. */
  heading_coverage: number
  /** The passage's scores over those of a perfect match. */
  stem_score: number
  gram_score: number
  /** How much was matched at all, in the score's own measure: a long exact match is no accident. */
  stem_strength: number
  /** How far the passage stands out from the nine items behind it; those that are not there count as 0. */
  lead: number
  /** Share of the names and of the numbers in the question that the passage does not know. */
  names_missing: number
  numbers_missing: number
  /** Size of the base, log10 of passages over 5: in a large one, something always looks right. */
  base_size: number
  /** 1 for an empty base down to 0 at `SMALL_BASE` passages: among a few, hardly anything looks right by accident. */
  base_smallness: number
  question_length: number
  is_one_word: number
  /** Slovak words have many forms, so less of a right passage matches. */
  is_slovak: number
}

/**
 * Logistic weights, fitted on the development questions with equal weight for every set, answerable and not; the
 * target is 1 for a right quote, 0.5 for a question that could be answered but was missed, 0 for one that could not.
 * Fitted without a set and tried on it, the area under the curve is 0.83 to 0.99 (help pages 0.88 to 0.96) where the
 * base holds nothing of the topic. The signals were chosen on the same sets, so expect a little less elsewhere. Where
 * the topic is there and only the detail is missing it is 0.6 to 0.75: that takes a reader.
 */
const BIAS = -4.2
const WEIGHT: Signals = {
  words_found: 2.4,
  heading_coverage: 0.96,
  stem_score: 1.67,
  gram_score: 2.22,
  stem_strength: 3.02,
  lead: 0.56,
  names_missing: -2.09,
  numbers_missing: -0.86,
  base_size: -0.79,
  base_smallness: 1, // set by hand: every fitted set is larger
  question_length: 2.28,
  is_one_word: 0.58,
  is_slovak: 1.1,
}
/** From this similarity on, a name counts as known. */
const KNOWN = 0.6
const STRONG_STEM_SCORE = 30
const SMALL_BASE = 20
const QUESTION_WORDS_MAX = 12
const ITEMS_COMPARED = 10
const OPENING = /^["'“„(]/
const NAMES_MAX = 40

/** Words with a capital inside a sentence. */
function namesIn(text: string): string[] {
  const parts = text.split(/\s+/)
  const names = parts.flatMap((part, at) => {
    const before = (parts[at - 1] ?? '').replace(/["'“„(]$/, '')
    const isInside = /[\p{L}\p{N},;:]$/u.test(before.slice(-2))
    return (isInside && /^\p{Lu}[\p{L}\p{N}]+/u.exec(part.replace(OPENING, ''))?.[0]) || []
  })
  return names.slice(0, NAMES_MAX)
}

/** What speaks for and against the quote being the answer. */
export function readSignals(question: Question, ranking: Ranking, quote: Quote, base_size: number): Signals {
  const { hit, heading, title, text } = quote.passage
  const { locale, words } = hit.candidate
  const asked = askedTerms(question)
  const in_headings = new Set([...words.title, ...words.heading].map((word) => stem(word, locale)))
  const quoted = uniqueTrigrams(contentWords(`${quote.text} ${heading}`, locale))
  const names = namesIn(question.text).map((name) => fold(name.toLowerCase()))
  const passage = names.length ? uniqueTrigrams([...words.title, ...words.heading, ...words.body]) : []
  const numbers = question.text.match(/\d+/g) ?? []
  const best = hit.score || 1
  const others = bestPerItem(ranking.hits).slice(1, ITEMS_COMPARED)
  return {
    words_found: share(asked, ({ word }) => likest(word, quoted)),
    heading_coverage: coverage(askedStems(question, ranking), in_headings),
    stem_score: hit.stem_score / (ranking.ideal_stem_score || 1),
    gram_score: hit.gram_score / (ranking.ideal_gram_score || 1),
    stem_strength: Math.min(1, hit.stem_score / STRONG_STEM_SCORE),
    lead: 1 - sum(others.map(({ score }) => score)) / best / (ITEMS_COMPARED - 1),
    names_missing: share(names, (name) => (likest(name, passage) > KNOWN ? 0 : 1)),
    numbers_missing: share(numbers, (number) => (`${title} ${text}`.includes(number) ? 0 : 1)),
    base_size: Math.log10(1 + base_size) / 5,
    base_smallness: Math.max(0, 1 - base_size / SMALL_BASE),
    question_length: Math.min(asked.length, QUESTION_WORDS_MAX) / QUESTION_WORDS_MAX,
    is_one_word: asked.length <= 1 ? 1 : 0,
    is_slovak: locale === 'sk' ? 1 : 0,
  }
}

/** How likely the quote answers the question, 0 to 1. */
export function confidenceOf(signals: Signals) {
  let logit = BIAS
  for (const name of Object.keys(WEIGHT) as (keyof Signals)[]) logit += WEIGHT[name] * signals[name] // its own keys
  return 1 / (1 + Math.exp(-logit))
}

const uniqueTrigrams = (words: readonly string[]) => [...new Set(words)].map(trigrams)

/** How like the likest of the others a word is. */
function likest(word: string, others: readonly ReadonlySet<string>[]) {
  const own = trigrams(word)
  return others.reduce((best, other) => Math.max(best, similarity(own, other)), 0)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Mean of a measure; 0 of nothing. */
const share = <Part>(parts: readonly Part[], measure: (part: Part) => number) =>
  parts.length ? sum(parts.map(measure)) / parts.length : 0
