import { fold } from './analysis/fold.ts'
import { similarity, trigrams } from './analysis/grams.ts'
import type { WindowSignals } from './quoting/features.ts'
import { questionTerms, type Question } from './questions/question.ts'
import type { Quote } from './quoting/quoting.ts'
import type { Ranking } from './retrieval/ranking.ts'

/** What the confidence is made of; each between 0 and about 1. */
export interface Signals extends Pick<
  WindowSignals,
  'heading_fit' | 'title_fit' | 'near' | 'no_figure' | 'is_short' | 'is_listing'
> {
  /** Share of the question's own words that are found. */
  asked: number
  /** How much better the quote is than the best one of another item, and than the best other one. */
  margin: number
  own_margin: number
  /** The passage's gram score divided by that of a perfect match. */
  gram_score: number
  /** How much was matched at all, in the score's own measure: a long exact match is no accident. */
  stem_strength: number
  /** Share of the names and of the numbers in the question that the passage does not hold. */
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
 * Logistic weights: how likely the quote answers. Fitted on the development questions of whole sites and of passages,
 * with the signs that each signal must have; see `docs/decisions/027-answers-in-units.md` for how well it predicts.
 */
const BIAS = -2.63
const WEIGHT: Signals = {
  asked: 0.39,
  heading_fit: 1.95,
  title_fit: 0.18,
  near: 0.1,
  margin: 2.12,
  own_margin: 0.58,
  gram_score: 0.63,
  stem_strength: 3.05,
  question_length: 2.81,
  base_size: -1.24,
  base_smallness: 1, // set by hand: every fitted base is larger
  names_missing: -1.45,
  numbers_missing: -0.34,
  is_one_word: 0.0,
  is_slovak: 0.83,
  no_figure: -1.0,
  is_short: -1, // fitted on too few
  is_listing: -1.2,
}
/** From this similarity on, a name counts as known. */
const KNOWN = 0.6
const STRONG_STEM_SCORE = 30
const SMALL_BASE = 20
const QUESTION_WORDS_MAX = 12
const OPENING = /^["'“„(]/
/** Where less of the question is found, however well it fits otherwise, the confidence falls with it. */
const ASKED_MIN = 0.5
const NAMES_MAX = 40
const MARGIN_MAX = 4

/** Words with a capital inside a sentence. None if the whole text is in capitals. */
function namesIn(text: string): string[] {
  if (text === text.toUpperCase()) return []
  const parts = text.split(/\s+/)
  const names = parts.flatMap((part, index) => {
    const before = (parts[index - 1] ?? '').replace(/["'“„(]$/, '')
    const isInside = /[\p{L}\p{N},;:]$/u.test(before.slice(-2))
    return (isInside && /^\p{Lu}[\p{L}\p{N}]+/u.exec(part.replace(OPENING, ''))?.[0]) || []
  })
  return names.slice(0, NAMES_MAX)
}

/** Features from which the confidence in the best quote is computed. */
export function readSignals(
  question: Question,
  ranking: Ranking,
  [quote, ...rest]: readonly [Quote, ...Quote[]],
  base_size: number,
): Signals {
  const { hit, title, text } = quote.passage
  const { locale, words } = hit.candidate
  const ownTerms = questionTerms(question)
  const names = namesIn(question.text).map((name) => fold(name.toLowerCase()))
  const passage = names.length ? uniqueTrigrams([...words.title, ...words.heading, ...words.body]) : []
  const numbers = question.text.match(/\d+/g) ?? []
  const rival = rest.find(({ passage: other }) => other.hit.candidate.item_id !== hit.candidate.item_id)
  const marginTo = (other: Quote | undefined) =>
    other ? Math.min(1, (quote.score - other.score) / MARGIN_MAX) : 1
  const { heading_fit, title_fit, near, no_figure, is_short, is_listing } = quote.signals
  const asked_share = quote.asked_share
  return {
    asked: asked_share,
    heading_fit,
    title_fit: title_fit * asked_share,
    near: near * asked_share,
    no_figure,
    is_short,
    is_listing,
    margin: marginTo(rival) * asked_share,
    own_margin: marginTo(rest[0]) * asked_share,
    gram_score: hit.gram_score / (ranking.ideal_gram_score || 1),
    stem_strength: Math.min(1, hit.stem_score / STRONG_STEM_SCORE) * asked_share,
    names_missing: share(names, (name) => (likest(name, passage) > KNOWN ? 0 : 1)),
    numbers_missing: share(numbers, (number) => (`${title} ${text}`.includes(number) ? 0 : 1)),
    base_size: Math.log10(1 + base_size) / 5,
    base_smallness: Math.max(0, 1 - base_size / SMALL_BASE) * asked_share ** 2,
    question_length: Math.min(ownTerms.length, QUESTION_WORDS_MAX) / QUESTION_WORDS_MAX,
    is_one_word: ownTerms.length <= 1 ? 1 : 0,
    is_slovak: locale === 'sk' ? 1 : 0,
  }
}

/** How likely the quote answers the question, 0 to 1. */
export function confidenceOf(signals: Signals) {
  let logit = BIAS
  for (const name of Object.keys(WEIGHT) as (keyof Signals)[]) logit += WEIGHT[name] * signals[name] // its own keys
  return Math.min(1, signals.asked / ASKED_MIN) / (1 + Math.exp(-logit))
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
