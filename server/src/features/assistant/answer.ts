import type { HandOverReason, Locale, Trace } from '@ozvi/contract'
import type { Db } from '#platform/context/context.ts'
import { fold, words } from './analysis/fold.ts'
import { contentWords, stem } from './analysis/terms.ts'
import { confidenceOf, readSignals } from './confidence.ts'
import { intentOf } from './intents.ts'
import type { Turn } from './question.ts'
import { rankQuotes, type Quote } from './quoting.ts'
import { retrieve, type Retrieval } from './retrieval.ts'

/** From here on a quote is an answer: of the development questions that get this far, about 0.8 are answered. */
const ANSWER_FROM = 0.6
/** From here on a quote may help, and is offered with a person; below it nothing is claimed. */
const MAY_HELP_FROM = 0.2
/** The same question for the third time is a circle. */
const LOOP_TURNS = 2
/** Passages of the trace. */
const TRACED_MAX = 10

export interface AnswerQuote {
  item_id: string
  source_id: string
  /** Headings above it, outermost first, joined by ` › `. */
  heading: string
  /** The heading to show it under; empty for a written answer. */
  lead: string
  /** A slice of the item's text, in Markdown. */
  quote: string
}
interface Retrieved {
  /** 0 to 1. */
  confidence: number
  quotes: AnswerQuote[]
  trace: Omit<Trace, 'took_ms'>
}
export type Answered = Retrieved &
  (
    | { kind: 'answer' | 'may_help' }
    /** In place of an answer that did not help. */
    | { kind: 'another' }
    | { kind: 'hand_over'; reason: HandOverReason }
    | { kind: 'small_talk'; small_talk: 'greeting' | 'thanks' }
  )

const asQuote = ({ passage, text, heading, path }: Quote): AnswerQuote => ({
  item_id: passage.hit.candidate.item_id,
  source_id: passage.hit.candidate.source_id,
  heading: path,
  lead: passage.is_answer ? '' : heading,
  quote: text,
})

/** Words of a text that were searched for, as they appear in it. */
const matchedIn = (text: string, locale: Locale, stems: ReadonlySet<string>): string[] => [
  ...new Set(
    words(text).filter((word) => contentWords(word, locale).some((each) => stems.has(stem(each, locale)))),
  ),
]

function traceOf(retrieval: Retrieval, quotes: Quote[], confidence: number): Retrieved['trace'] {
  const used = new Set(quotes.map(({ passage }) => passage.hit.candidate.id))
  // Words of earlier turns help to find passages, but marking them would highlight too much.
  const query = retrieval.question.terms.filter(({ origin }) => origin !== 'before')
  const stems = new Set(query.map(({ stem }) => stem))
  return {
    locale: retrieval.question.locale,
    terms: retrieval.question.terms.map(({ word }) => word),
    candidates: retrieval.passages.slice(0, TRACED_MAX).map(({ hit, title, heading, text, is_answer }) => ({
      title,
      heading,
      text,
      score: hit.score,
      is_used: used.has(hit.candidate.id),
      is_pair: is_answer,
      matched: matchedIn(text, hit.candidate.locale, stems),
    })),
    confidence,
  }
}

/**
 * Searches for an answer to a question and estimates its confidence, whatever the reply will be.
 * @param quoted quotes already given, which are skipped
 */
export async function findAnswer(
  db: Db,
  integration_id: string,
  query: { text: string; history: readonly Turn[]; locale: Locale },
  quoted: readonly string[] = [],
): Promise<Retrieved & { retrieval: Retrieval | null }> {
  const retrieval = await retrieve(db, integration_id, query)
  if (!retrieval) {
    return {
      retrieval,
      confidence: 0,
      quotes: [],
      trace: { locale: query.locale, terms: [], candidates: [], confidence: 0 },
    }
  }
  const { question, ranking, passages, base_size } = retrieval
  const quotedBefore = question.is_follow_up ? answersIn(query.history) : quoted
  const [best, ...rest] = rankQuotes(question, ranking, passages).filter(
    ({ text }) => !quotedBefore.some((answer) => answer.includes(text)),
  )
  const confidence = best ? confidenceOf(readSignals(question, ranking, [best, ...rest], base_size)) : 0
  const quotes = best ? [best] : []
  return { retrieval, confidence, quotes: quotes.map(asQuote), trace: traceOf(retrieval, quotes, confidence) }
}

const answersIn = (history: readonly Turn[]) =>
  history.filter(({ role }) => role === 'assistant').map(({ text }) => text)

const plain = (text: string) =>
  words(text)
    .map((word) => fold(word.toLowerCase()))
    .join(' ')

/** Whether the person keeps asking the very same thing. */
function isLoop(text: string, history: readonly Turn[]): boolean {
  const own = plain(text)
  const before = history.filter(({ role }) => role === 'user').slice(-LOOP_TURNS)
  return before.length === LOOP_TURNS && before.every((turn) => plain(turn.text) === own)
}

/**
 * Decides what to do with a message: answer by quoting, offer a quote with doubt, pass to a person with a
 * reason, or return a greeting. Asking for a person always wins.
 */
export async function answer(
  db: Db,
  integration_id: string,
  query: { text: string; history: readonly Turn[]; locale: Locale },
): Promise<Answered> {
  const intent = intentOf(query.text)
  if (intent === 'unhelpful') return answerAgain(db, integration_id, query)
  const retrieval = await findAnswer(db, integration_id, query)
  const { retrieval: _, ...result } = retrieval
  const nothing = { ...result, quotes: [] }
  if (intent === 'person') return { ...nothing, kind: 'hand_over', reason: 'asked_for_human' }
  if (intent === 'anger') return { ...nothing, kind: 'hand_over', reason: 'anger' }
  if (intent === 'greeting' || intent === 'thanks')
    return { ...nothing, kind: 'small_talk', small_talk: intent }
  if (isLoop(query.text, query.history)) return { ...nothing, kind: 'hand_over', reason: 'loop' }
  if (result.confidence >= ANSWER_FROM) return { ...result, kind: 'answer' }
  if (result.confidence >= MAY_HELP_FROM) return { ...result, kind: 'may_help' }
  return { ...nothing, kind: 'hand_over', reason: 'nothing_found' }
}

/** After an answer that didn't help: the next best quote, marked as uncertain, or else a hand-over. */
async function answerAgain(
  db: Db,
  integration_id: string,
  { history, locale }: { history: readonly Turn[]; locale: Locale },
): Promise<Answered> {
  const query = history.findLastIndex(({ role, text }) => role === 'user' && intentOf(text) === 'question')
  const { retrieval: _, ...retrieval } = await findAnswer(
    db,
    integration_id,
    { text: history[query]?.text ?? '', history: history.slice(0, Math.max(0, query)), locale },
    answersIn(history),
  )
  if (retrieval.quotes.length && retrieval.confidence >= MAY_HELP_FROM)
    return { ...retrieval, kind: 'another' }
  return { ...retrieval, quotes: [], kind: 'hand_over', reason: 'nothing_found' }
}
