import type { Locale } from '@ozvi/contract'
import type { QuestionVector } from '#features/language-model'
import type { Db } from '#platform/context/context.ts'
import { similarity, trigrams } from '../analysis/grams.ts'
import { correctionOf, correctedPrefixes } from '../analysis/typos.ts'
import { detectLocale } from '../analysis/language.ts'
import { fuse, type Meaning, NEAREST_RANKED, readMeaning } from './meaning.ts'
import { choosePassages } from './posting-block.ts'
import { analyzeQuestion, type QuestionTerm, type Question, type Turn } from '../questions/question.ts'
import type { QuotablePassage } from '../quoting/quoting.ts'
import { type Hit, inverseFrequency, rank, type Ranking } from './ranking.ts'
import * as store from './search-store.ts'
import type { BaseStatistics, Term } from './search-store.ts'
import { findNearest } from './vector-store.ts'

export interface Query {
  text: string
  history: readonly Turn[]
  locale: Locale
  /** Limits the search to the passages of this source. */
  source_id?: string | undefined
  /** Embeds a text, so that passages with a similar meaning are found too; undefined if that fails. */
  embed?: ((text: string) => Promise<QuestionVector | undefined>) | undefined
}
/** The result of a search for a question. */
export interface Retrieval {
  question: Question
  ranking: Ranking
  /** The best of `ranking.hits`, with their texts. */
  passages: QuotablePassage[]
  /** The number of indexed passages. */
  base_size: number
  /** The passages nearest in meaning; empty without an embedding model. */
  meaning: Meaning
}

/** Candidates that contain the question's stems: 60 rank as well as all of them. */
const EXACT_MAX = 60
/** Candidates that contain words similar to a rare one. Without them, typos find nothing. */
const SIMILAR_MAX = 40
/** A word in at most this many passages may be a typo, or an inflection that the stemmer missed. */
const RARE_FREQUENCY = 2
const PREFIX_CHARS = 3
const SIMILAR_TERMS_READ = 400
/** Unknown words of a question whose beginning may be mistyped. */
const UNKNOWN_MAX = 3
const SIMILAR_TERMS_MAX = 8
const SIMILARITY_MIN = 0.35
/** Other languages are left out if the best passage in the question's language has this share of the best score. */
const OWN_LANGUAGE_SHARE_MIN = 0.5
/** The number of passages whose text is loaded, for the quote and the trace. */
const TEXTS_MAX = 15
/** Passages that start with this many equal words are duplicates. */
const OPENING_WORDS = 20

/**
 * Finds the passages of one integration that match a question best: candidates come from the index and are
 * scored in full here.
 * @param locale the fallback if neither the content nor the question has a clear language
 * @returns null if there is no content or no question
 */
export async function retrieve(db: Db, integration_id: string, query: Query): Promise<Retrieval | null> {
  const statistics = await store.findStatistics(db, integration_id)
  if (!statistics) return null
  const typed = analyzeQuestion(query.text, query.history, localeOf(query, statistics))
  if (!typed.terms.length) return null
  const vector = query.embed?.(textInContext(query, typed))
  // Awaited below. If it fails before that, the rejection isn't unhandled.
  vector?.catch(() => undefined)

  const stems = typed.terms.map(({ stem }) => stem)
  const known = await store.findFrequencies(db, integration_id, stems, [...typed.grams.keys()])
  const terms = new Map(known.terms.map((term) => [term.term, term]))
  const vocabulary = await findSimilarVocabulary(db, integration_id, typed, terms)
  const question = correctTypos(typed, terms, vocabulary)
  for (const term of vocabulary) terms.set(term.term, term)
  const idfOf = (stem: string) => inverseFrequency(statistics.passages, terms.get(stem)?.frequency ?? 0)
  const valueOf = ({ stem, meant, weight }: QuestionTerm) => weight * Math.min(idfOf(stem), idfOf(meant))
  const exact = new Map(
    question.terms.flatMap((term) => {
      const similar = terms.get(term.stem)
      return similar ? [[similar.id, valueOf(term)] as const] : []
    }),
  )
  const similar = new Map<number, number>()
  for (const term of rareTerms(question, terms))
    for (const { id, similarity } of similarTerms(term.stem, vocabulary))
      similar.set(id, Math.max(similar.get(id) ?? 0, similarity * valueOf(term)))

  const postings = await store.findPostings(db, integration_id, [
    ...new Set([...exact.keys(), ...similar.keys()]),
  ])
  const within = query.source_id
    ? await store.listSourcePassages(db, integration_id, query.source_id)
    : undefined
  const questionVector = await vector
  const nearest = questionVector ? await findNearest(db, integration_id, questionVector, query.source_id) : []
  const selected = new Set([
    ...choosePassages(postings, exact, 'sum', EXACT_MAX, within),
    ...choosePassages(postings, similar, 'best', SIMILAR_MAX, within),
    ...nearest.slice(0, NEAREST_RANKED).map(({ id }) => id),
  ])
  const candidates = await store.findCandidates(db, integration_id, [...selected])
  const frequencies = {
    stems: new Map([...terms.values()].map((term) => [term.term, term.frequency])),
    grams: known.grams,
  }
  const meaning = readMeaning(nearest)
  const ranking = inOneLanguage(
    fuse(rank(question, candidates, statistics, frequencies), meaning),
    question.locale,
  )
  const passages = await readPassages(db, integration_id, ranking)
  return { question, ranking, passages, base_size: statistics.passages, meaning }
}

/** A follow-up such as "and how?" has no meaning without the question before it. */
function textInContext({ text, history }: Query, { is_follow_up }: Question): string {
  const before = is_follow_up ? history.findLast(({ role }) => role === 'user') : undefined
  return before ? `${before.text}\n${text}` : text
}

/** Rare words of the question: typos, or forms that the stemmer missed. */
const rareTerms = (question: Question, terms: ReadonlyMap<string, Term>) =>
  question.terms.filter(
    ({ stem, origin }) => origin !== 'synonym' && (terms.get(stem)?.frequency ?? 0) <= RARE_FREQUENCY,
  )

/** Indexed terms that begin like a rare word. */
async function findSimilarVocabulary(
  db: Db,
  integration_id: string,
  question: Question,
  terms: ReadonlyMap<string, Term>,
): Promise<Term[]> {
  const rare = rareTerms(question, terms)
  const unknown = rare.filter(({ stem, origin }) => origin === 'asked' && !terms.has(stem))
  const prefixes = [
    ...new Set([
      ...rare.map(({ stem }) => stem.slice(0, PREFIX_CHARS)),
      ...unknown.slice(0, UNKNOWN_MAX).flatMap(({ stem }) => correctedPrefixes(stem, PREFIX_CHARS)),
    ]),
  ]
  return prefixes.length ? store.findTermsByPrefix(db, integration_id, prefixes, SIMILAR_TERMS_READ) : []
}

/** Replaces words that never occur in the content by similar ones that do. */
function correctTypos(
  question: Question,
  terms: ReadonlyMap<string, Term>,
  vocabulary: readonly Term[],
): Question {
  const corrected = new Map<string, string>()
  for (const { stem, origin } of question.terms) {
    if (origin !== 'asked' || terms.has(stem)) continue
    const meant = correctionOf(stem, vocabulary)
    if (meant && !question.terms.some((other) => other.stem === meant)) corrected.set(stem, meant)
  }
  if (!corrected.size) return question
  const correct = (stem: string) => corrected.get(stem) ?? stem
  return {
    ...question,
    terms: question.terms.map((term) => ({ ...term, stem: correct(term.stem), meant: correct(term.meant) })),
  }
}

/** The language of the search: that of the content if it has only one. */
function localeOf(query: { text: string; locale: Locale }, { locales }: BaseStatistics): Locale {
  const [only, ...others] = Object.keys(locales) as Locale[] // written by us, from locales
  return only && !others.length ? only : detectLocale(query.text, query.locale)
}

/** Returns the stems most similar to a rare one, most similar first. */
function similarTerms(stem: string, vocabulary: readonly Term[]) {
  const own = trigrams(stem)
  return vocabulary
    .filter(({ term }) => term !== stem && term.startsWith(stem.slice(0, PREFIX_CHARS)))
    .map(({ id, term }) => ({ id, similarity: similarity(own, trigrams(term)) }))
    .filter((similar) => similar.similarity >= SIMILARITY_MIN)
    .sort((left, right) => right.similarity - left.similarity)
    .slice(0, SIMILAR_TERMS_MAX)
}

/**
 * Content in two languages is answered in the visitor's; pages that exist only in the other one are still
 * found.
 */
function inOneLanguage(ranking: Ranking, locale: Locale): Ranking {
  const own = ranking.hits.filter(({ candidate }) => candidate.locale === locale)
  const best = ranking.hits[0]?.score ?? 0
  return own[0] && own[0].score >= OWN_LANGUAGE_SHARE_MIN * best ? { ...ranking, hits: own } : ranking
}

/** Returns the best hits without near-duplicates of better ones. */
function distinct(hits: readonly Hit[], hits_max: number): Hit[] {
  const openings = new Set<string>()
  const selected: Hit[] = []
  for (const hit of hits) {
    if (selected.length === hits_max) break
    const opening = hit.candidate.words.body.slice(0, OPENING_WORDS).join(' ')
    if (!openings.has(opening)) selected.push(hit)
    openings.add(opening)
  }
  return selected
}

async function readPassages(db: Db, integration_id: string, ranking: Ranking): Promise<QuotablePassage[]> {
  const best = distinct(ranking.hits, TEXTS_MAX)
  const texts = await store.findTexts(
    db,
    integration_id,
    best.map(({ candidate }) => candidate.id),
  )
  const by_id = new Map(texts.map((text) => [text.id, text]))
  return best.flatMap((hit) => {
    const stored = by_id.get(hit.candidate.id)
    if (!stored) return []
    const { title, heading, text, is_answer, is_continued, ordinal } = stored
    return [{ hit, title, heading, text, is_answer, isContinued: is_continued, ordinal }]
  })
}
