// Features of a window, from which its probability of being the answer is computed.
import type { Locale } from '@ozvi/contract'
import { fold, words } from '../analysis/fold.ts'
import { similarity, trigrams } from '../analysis/grams.ts'
import { contentWords, stem } from '../analysis/terms.ts'
import { includesPhrase, type Phrase, readPhrases } from '../questions/phrases.ts'
import type { QuestionKind } from '../questions/question-kind.ts'
import type { Question } from '../questions/question.ts'
import type { Ranking } from '../retrieval/ranking.ts'

/** How well each word of the question is matched, in the question's order: 0 to 1. */
export type TermMatches = readonly number[]

/** The question's words, their weights, and how strongly each word of a page matches them. */
export interface QuestionTerms {
  question: Question
  kind: QuestionKind
  /** The weight of each word, 1 in total; words of the question come before those of earlier turns. */
  values: readonly number[]
  /** `values` without the words of earlier turns. */
  own_values: readonly number[]
  find(words: readonly string[], locale: Locale): TermMatches
  /** The word of the question that a word matches, and how well. */
  match(word: string, locale: Locale): Match | null
}
/** A word that joins two words of the question matches both. */
type Match = readonly [place: number, strength: number, place_too?: number | undefined]

const SYNONYM_STRENGTH = 0.7
const JOINED_STRENGTH = 0.9
const SIMILAR_STRENGTH = 0.6
const SIMILARITY_MIN = 0.5
const PREFIX_CHARS = 3
/** Maximum weight of all words of earlier turns, relative to those of the question. */
const BEFORE_SHARE_MAX = 0.3

/** Question words, which answers don't repeat; folded. */
const interrogative = new Set(
  'kolko kolkych kolkym dokedy odkedy kadial much many long often soon'.split(' '),
)
const INTERROGATIVE_SHARE = 0.2
/**
 * A rare word counts for no more than this idf: whether a base has a word once or five times says little about the
 * question. From 4.5 to 6, more answers of eleven sites are right and none of a site's gets worse; with 4, Slovak loses.
 */
const WORD_WEIGHT_MAX = 5
/** From here on, it doesn't matter how far down a page a passage is. */
const DEEP_ORDINAL = 63

export function readQuestionTerms(question: Question, ranking: Ranking): QuestionTerms {
  const terms = question.terms.filter(({ origin }) => origin !== 'synonym')
  const weightOf = (key: string) => Math.min(ranking.stem_idf.get(key) ?? 0, WORD_WEIGHT_MAX)
  const own = terms.map(({ stem: key, word, origin }) =>
    origin === 'asked' ? weightOf(key) * (interrogative.has(word) ? INTERROGATIVE_SHARE : 1) : 0,
  )
  const own_all = own.reduce((sum, value) => sum + value, 0) || 1
  const before = terms.map(({ stem: key, origin, weight }) =>
    origin === 'asked' ? 0 : weightOf(key) * weight,
  )
  // A long previous answer must not outweigh the question.
  const before_all = before.reduce((sum, value) => sum + value, 0)
  const share = Math.min(1, (BEFORE_SHARE_MAX * own_all) / (before_all || 1))
  const raw = own.map((value, position) => value + share * (before[position] ?? 0))
  const all = raw.reduce((sum, value) => sum + value, 0) || 1
  const positions = new Map(terms.map(({ stem: key }, position) => [key, position]))
  const synonyms = new Map<string, Match>()
  for (const { stem: key, origin, meant, meant_too, isForm } of question.terms) {
    const position = positions.get(meant)
    if (origin !== 'synonym' || position === undefined) continue
    const isJoined = meant_too !== undefined
    synonyms.set(
      key,
      isJoined
        ? [position, JOINED_STRENGTH, positions.get(meant_too)]
        : [position, isForm ? 1 : SYNONYM_STRENGTH],
    )
  }
  const shapes = terms.map(({ word }) => ({ beginning: word.slice(0, PREFIX_CHARS), runs: trigrams(word) }))
  const matches = {
    en: new Map<string, Match | null>(),
    sk: new Map<string, Match | null>(),
  }
  const match = (word: string, locale: Locale): Match | null => {
    const key = stem(word, locale)
    const position = positions.get(key)
    if (position !== undefined) return [position, 1]
    const meant = synonyms.get(key)
    if (meant) return meant
    const prefix = word.slice(0, PREFIX_CHARS)
    for (const [index, shape] of shapes.entries())
      if (
        shape.beginning === prefix &&
        word.length > PREFIX_CHARS &&
        similarity(shape.runs, trigrams(word)) >= SIMILARITY_MIN
      )
        return [index, SIMILAR_STRENGTH]
    return null
  }
  const recall = (word: string, locale: Locale): Match | null => {
    const cached = matches[locale].get(word)
    if (cached !== undefined) return cached
    const matched = match(word, locale)
    matches[locale].set(word, matched)
    return matched
  }
  return {
    question,
    kind: question.kind,
    values: raw.map((value) => value / all),
    own_values: own.map((value) => value / own_all),
    match: recall,
    find(words, locale) {
      const matches = terms.map(() => 0)
      for (const word of words) {
        const [place, strength = 0, place_too] = recall(word, locale) ?? []
        for (const each of [place, place_too])
          if (each !== undefined) matches[each] = Math.max(matches[each] ?? 0, strength)
      }
      return matches
    },
  }
}

/** The weighted share of question words that were found: 0 to 1. */
const covered = ({ values }: Pick<QuestionTerms, 'values'>, matches: TermMatches) =>
  values.reduce((sum, value, position) => sum + value * (matches[position] ?? 0), 0)

const together = (left: TermMatches, right: TermMatches): TermMatches =>
  left.map((value, position) => Math.max(value, right[position] ?? 0))

/**
 * How well a title matches the question in both directions: how much of the question it covers, and how little
 * else it has.
 */
function fitOf(questionTerms: QuestionTerms, words: readonly string[], locale: Locale): number {
  if (!words.length) return 0
  const recall = covered(questionTerms, questionTerms.find(words, locale))
  const hits = words.filter((word) => questionTerms.match(word, locale)).length
  const precision = hits / words.length
  return recall + precision ? (2 * recall * precision) / (recall + precision) : 0
}

/** Share of neighboring question words that are also near each other in the text. */
function adjacency(questionTerms: QuestionTerms, words: readonly string[], locale: Locale): number {
  const terms = questionTerms.values.length
  if (terms < 2) return 0
  const last = new Map<number, number>()
  const near = new Set<number>()
  words.forEach((word, index) => {
    const [position, , place_too] = questionTerms.match(word, locale) ?? []
    if (position === undefined) return
    if (place_too === position + 1) near.add(position)
    last.set(position, index)
    for (const [pair, neighbor] of [
      [position - 1, position - 1],
      [position, position + 1],
    ] as const) {
      const seen = last.get(neighbor)
      if (pair >= 0 && seen !== undefined && index - seen <= 3) near.add(pair)
    }
  })
  return near.size / (terms - 1)
}

/**
 * How close together the words of the question are: those that were found, over the length of the shortest part of
 * the text with all of them. 0 if fewer than two were found.
 */
function closeness(questionTerms: QuestionTerms, words: readonly string[], locale: Locale): number {
  const found = words.flatMap((word, index) => {
    const match = questionTerms.match(word, locale)
    return match ? [{ index, term: match[0] }] : []
  })
  const terms = new Set(found.map(({ term }) => term)).size
  if (terms < 2) return 0
  const last = new Map<number, number>()
  let shortest = Infinity
  for (const { index, term } of found) {
    last.delete(term) // so that the first entry is the term that was found longest ago
    last.set(term, index)
    const [start = index] = last.values()
    if (last.size === terms) shortest = Math.min(shortest, index - start + 1)
  }
  return terms / shortest
}

const STEP = /^\s*\d{1,2}[.)]\s/
const ITEM = /^\s*[-*+]\s/
const FENCE = /^\s*(?:```|~~~)/

/** Words of texts that answer a kind of question; folded, in English and Slovak. */
const instructs = readPhrases(`
  (click|choose|select|open|press|enter|type|run|use|set|add|call|install|specify|go to|you can|if you want|if you need)
  (kliknite|zvolte|vyberte|otvorte|zadajte|stlacte|nastavte|prihlaste|pripojte|odpojte|napiste|volajte|zavolajte|pozrite|predlozte|poziadajte|vratte|stiahnite|prejdite|ak chcete|mozete)
`)
const explains = readPhrases(`
  (because|caused by|cause|causes|reason|due to|make sure|check that|check whether|check if|try|instead|by default|must|cannot|error|to fix|to avoid|to solve)
  (pretoze|lebo|pricin*|dovod*|skontrolujte|skuste|overte|restartujte|odpojte|chyb*|ak sa|porucha)
`)
/** Titles of pages that only list things, or describe another version. */
const lists = readPhrases(`
  (release notes|releasenotes|changelog|change log|changes in|history of|whats new|whatsnew|news|press release|index of|list of|sitemap)
  (migration guide|upgrade guide|breaking changes)
  (zoznam zmien|historia zmien|novinky)
`)
/** Questions that are answered by lists and by pages about other versions. */
const asksForChanges = readPhrases(`
  (upgrade|upgrading|update|updating|migrate|migrating|migration|changed|changes|changelog|release|releases|version|versions|news|breaking|deprecated|list|index|history)
  (aktualiz*|novink*|verzi*|zmen*|zoznam*|historia)
`)
const foldedWords = (text: string) => words(text).map((word) => fold(word.replace(/['’]/g, '')))

/** Chosen and weighed on the development sites; see `docs/decisions/027-answers-in-units.md`. */
export interface WindowSignals {
  rank: number
  lead: number
  body: number
  heading: number
  title: number
  all: number
  rarest: number
  heading_fit: number
  title_fit: number
  near: number
  closeness: number
  depth: number
  steps: number
  code: number
  figure: number
  no_figure: number
  reason: number
  opens: number
  opens_definition: number
  is_short: number
  length: number
  fragments: number
  is_listing: number
  is_answer: number
  stem_share: number
}

export interface WindowText {
  text: string
  title: string
  /** The innermost heading above it. */
  heading: string
  /** Headings above it, outermost first. */
  path: string
  /** Words of title, index terms and address. */
  names: readonly string[]
  path_words: readonly string[]
  locale: Locale
  /** Score of its passage over the best. */
  rank: number
  /** Stem score of its passage over that of a perfect match. */
  stem_share: number
  /** How much better its passage scores than the next one, up to 1; 0 for every passage but the first. */
  lead: number
  /** The number of passages of its page before its own. */
  ordinal: number
  opens: boolean
  /** Its section begins in an earlier passage. */
  isContinued: boolean
  is_answer: boolean
}

export function readWindow(
  questionTerms: QuestionTerms,
  window: WindowText,
): { signals: WindowSignals; asked_share: number } {
  const { text, locale, kind } = { ...window, kind: questionTerms.kind }
  const content = contentWords(text, locale)
  const heading_words = contentWords(window.heading, locale)
  const title_words = contentWords(window.title, locale)
  const in_body = questionTerms.find(content, locale)
  const in_heading = questionTerms.find(heading_words, locale)
  const in_path = questionTerms.find(window.path_words, locale)
  const in_names = questionTerms.find(window.names, locale)
  const all = together(together(in_body, in_heading), together(in_path, in_names))
  const rarest = questionTerms.values.indexOf(Math.max(...questionTerms.values))
  const plain = foldedWords(text)
  const has = (phrases: readonly Phrase[]) => includesPhrase(phrases, plain)
  const questionText = questionTerms.question.text
  const has_new_figure = (text.match(/\d+/g) ?? []).some((number) => !questionText.includes(number))
  const lines = text.split('\n').filter((line) => line.trim())
  const fragments = lines.filter(
    (line) => line.length < 45 && !/[.!?:|]\s*$/.test(line) && !/^\s*(?:```|~~~|#)/.test(line),
  ).length
  const has_steps =
    lines.some((line) => STEP.test(line)) || (lines.some((line) => ITEM.test(line)) && has(instructs))
  const wants_steps = kind === 'how_to' || kind === 'other' || kind === 'trouble'
  const flag = (value: boolean) => (value ? 1 : 0)
  const signals: WindowSignals = {
    rank: window.rank,
    lead: window.lead,
    body: covered(questionTerms, in_body),
    heading: covered(questionTerms, in_heading),
    title: covered(questionTerms, in_names),
    all: covered(questionTerms, all),
    rarest: all[rarest] ?? 0,
    heading_fit: fitOf(questionTerms, heading_words, locale),
    title_fit: fitOf(questionTerms, title_words, locale),
    near: Math.max(
      adjacency(questionTerms, content, locale),
      adjacency(questionTerms, heading_words, locale),
      adjacency(questionTerms, title_words, locale),
    ),
    closeness: closeness(questionTerms, content, locale),
    depth: Math.min(1, Math.log2(1 + window.ordinal) / Math.log2(1 + DEEP_ORDINAL)),
    steps: flag(wants_steps && (has_steps || has(instructs))),
    code: flag(lines.some((line) => FENCE.test(line))),
    figure: flag(kind === 'figure' && has_new_figure),
    no_figure: flag(kind === 'figure' && !has_new_figure),
    reason: flag(kind === 'trouble' && has(explains)),
    opens: flag(window.opens),
    opens_definition:
      kind === 'definition' && window.opens && !window.isContinued ? covered(questionTerms, in_heading) : 0,
    is_short: flag(content.length < 8),
    length: Math.min(1, content.length / 80),
    fragments: lines.length ? fragments / lines.length : 0,
    is_listing: flag(
      includesPhrase(lists, foldedWords(`${window.title} ${window.path} ${window.heading}`)) &&
        !includesPhrase(asksForChanges, foldedWords(questionText)),
    ),
    is_answer: flag(window.is_answer),
    stem_share: window.stem_share,
  }
  return { signals, asked_share: covered({ values: questionTerms.own_values }, all) }
}
