import { type AssistantSettings, type HandOverReason, type Locale, locales, type Trace } from '@ozvi/contract'
import type { Db } from '#platform/context/context.ts'
import { fold, words } from './analysis/fold.ts'
import { contentWords, stem } from './analysis/terms.ts'
import { confidenceOf, readSignals } from './confidence.ts'
import { answersFollowUp } from './questions/follow-up.ts'
import { intentOf } from './questions/intents.ts'
import type { Turn } from './questions/question.ts'
import type { SmallTalk } from './questions/small-talk.ts'
import { QUOTE_CHARS_MAX, rankQuotes, type Quote } from './quoting/quoting.ts'
import { type Query, retrieve, type Retrieval } from './retrieval/retrieval.ts'
import { texts } from './texts.ts'

/** The settings that change an answer. */
export type AnswerSettings = Pick<
  AssistantSettings,
  'answer_confidence_min' | 'may_help_confidence_min' | 'length' | 'team_topics'
>
/** A question asked this many times before counts as a loop. */
const LOOP_TURNS = 2
/** Passages that a language model may write an answer from. */
const SOURCES_MAX = 5
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
  /** Written for the question; given word for word. */
  is_saved_answer: boolean
}
/** The assistant's own texts, which aren't quotes. */
type SpokenText = Exclude<SmallTalk, 'agreed'> | 'nothing_more'
interface Retrieved {
  /** 0 to 1. */
  confidence: number
  quotes: AnswerQuote[]
  /** The best quote of each of the best passages: `quotes` first. */
  sources: AnswerQuote[]
  trace: Omit<Trace, 'took_ms'>
}
export type Answered = Retrieved &
  (
    | { kind: 'answer' | 'may_help' }
    /** In place of an answer that did not help. */
    | { kind: 'another' }
    | { kind: 'hand_over'; reason: HandOverReason }
    | { kind: 'small_talk'; small_talk: SpokenText }
  )

const asQuote = ({ passage, text, heading, path }: Quote): AnswerQuote => ({
  item_id: passage.hit.candidate.item_id,
  source_id: passage.hit.candidate.source_id,
  heading: path,
  lead: passage.is_answer ? '' : heading,
  quote: text,
  is_saved_answer: passage.is_answer,
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
      meaning_rank: retrieval.meaning.ranks.get(hit.candidate.id),
      is_cited: used.has(hit.candidate.id),
      is_saved_answer: is_answer,
      matched: matchedIn(text, hit.candidate.locale, stems),
    })),
    confidence,
  }
}

/**
 * Searches for an answer to a question and estimates its confidence.
 * @param quoted quotes already given, which are skipped
 * @param chars_max maximum characters of a quote
 */
export async function findAnswer(
  db: Db,
  integration_id: string,
  query: Query,
  { quoted = [], chars_max = QUOTE_CHARS_MAX }: { quoted?: readonly string[]; chars_max?: number } = {},
): Promise<Retrieved & { retrieval: Retrieval | null }> {
  const retrieval = await retrieve(db, integration_id, query)
  if (!retrieval) {
    return {
      retrieval,
      confidence: 0,
      quotes: [],
      sources: [],
      trace: { locale: query.locale, terms: [], candidates: [], confidence: 0 },
    }
  }
  const { question, ranking, passages, base_size, meaning } = retrieval
  const answersBefore = [...quoted, ...answersIn(query.history)]
  const isUsable = (quote: Quote) =>
    question.is_follow_up
      ? answersFollowUp(question, quote, answersBefore)
      : !quoted.some((answer) => answer.includes(quote.text))
  const ranked = rankQuotes(question, ranking, passages, chars_max).filter(isUsable)
  const [first, ...rest] = ranked
  const by_words = first ? confidenceOf(readSignals(question, ranking, [first, ...rest], base_size)) : 0
  const confidenceBy = ({ passage }: Quote) => meaning.confidence(passage.hit.candidate.id)
  // The best quote of the passage nearest in meaning, if the words show less.
  const [nearest] = ranked.toSorted((left, right) => confidenceBy(right) - confidenceBy(left))
  const by_meaning = nearest ? confidenceBy(nearest) : 0
  const best = nearest && by_meaning > by_words ? nearest : first
  const confidence = Math.max(by_words, by_meaning)
  const quotes = best ? [best] : []
  return {
    retrieval,
    confidence,
    quotes: quotes.map(asQuote),
    sources: bestOfEachPassage(best ? [best, ...ranked] : []).map(asQuote),
    trace: traceOf(retrieval, quotes, confidence),
  }
}

/** @param ranked best first */
function bestOfEachPassage(ranked: readonly Quote[]): Quote[] {
  const seen = new Set<number>()
  return ranked
    .filter(({ passage }) => {
      const { id } = passage.hit.candidate
      const isNew = !seen.has(id)
      seen.add(id)
      return isNew
    })
    .slice(0, SOURCES_MAX)
}

const answersIn = (history: readonly Turn[]) =>
  history.filter(({ role }) => role === 'assistant').map(({ text }) => text)

const plain = (text: string) =>
  words(text)
    .map((word) => fold(word.toLowerCase()))
    .join(' ')

/** Whether the customer repeats the same question. */
function isLoop(text: string, history: readonly Turn[]): boolean {
  const own = plain(text)
  const before = history.filter(({ role }) => role === 'user').slice(-LOOP_TURNS)
  return before.length === LOOP_TURNS && before.every((turn) => plain(turn.text) === own)
}

/** A short answer is one paragraph, or a few list items. */
const SHORT_CHARS_MAX = 320
const charsOf = ({ length }: AnswerSettings) => (length === 'short' ? SHORT_CHARS_MAX : QUOTE_CHARS_MAX)

/** Whether a text contains all words of one of the topics, in any inflected form and order. */
function isTeamTopic({ text, locale }: { text: string; locale: Locale }, topics: readonly string[]): boolean {
  if (!topics.length) return false
  const stemsOf = (text: string) => words(text).map((word) => stem(fold(word.toLowerCase()), locale))
  const questionStems = new Set(stemsOf(text))
  return topics.some((topic) => {
    const stems = stemsOf(topic)
    return stems.length > 0 && stems.every((each) => questionStems.has(each))
  })
}

/**
 * Decides what to do with a message: answer by quoting, offer a quote with doubt, pass to a person with a
 * reason, or return a greeting. Asking for a person always wins.
 */
export async function answer(
  db: Db,
  integration_id: string,
  query: Query,
  settings: AnswerSettings,
): Promise<Answered> {
  const { history } = query
  const intent = intentOf(query.text)
  // “No” after an answer: it didn't help.
  if (
    intent === 'unhelpful' ||
    (intent === 'declined' && !isMoreOffered(history) && history.some(isQuestion))
  )
    return answerAgain(db, integration_id, query, settings)
  // Other messages need no answer from the content, so they aren't sent to the embedding model.
  const searched = intent === 'question' ? query : { ...query, embed: undefined }
  const { retrieval, ...inContext } = await findAnswer(db, integration_id, searched, {
    chars_max: charsOf(settings),
  })
  const nothing = { ...inContext, quotes: [], sources: [] }
  if (intent !== 'question') return { ...nothing, ...replyTo(intent, history) }
  if (isTeamTopic(query, settings.team_topics)) return { ...nothing, kind: 'hand_over', reason: 'rule' }
  if (isLoop(query.text, history)) return { ...nothing, kind: 'hand_over', reason: 'loop' }
  const isLost = inContext.confidence * 100 < settings.may_help_confidence_min
  const isFollowUp = retrieval?.question.is_follow_up ?? false
  // An unanswered “Why?” alone doesn't hand the conversation over to the team.
  if (isLost && isFollowUp) return { ...nothing, kind: 'small_talk', small_talk: 'nothing_more' }
  const hasContext = history.length > 0 && !isFollowUp
  const result =
    isLost && hasContext ? await findAlone(db, integration_id, query, settings, inContext) : inContext
  const percent = result.confidence * 100
  if (percent >= settings.answer_confidence_min) return { ...result, kind: 'answer' }
  if (percent >= settings.may_help_confidence_min) return { ...result, kind: 'may_help' }
  return { ...result, quotes: [], sources: [], kind: 'hand_over', reason: 'nothing_found' }
}

/** Whether the last thing that the assistant said is that it can connect a person. */
function isPersonOffered(history: readonly Turn[]): boolean {
  const last = answersIn(history).at(-1)
  return locales.some((locale) => last === texts[locale].nothing_more || last?.endsWith(texts[locale].offer))
}

/** Whether the last thing that the assistant said is an offer that “No” declines. */
function isMoreOffered(history: readonly Turn[]): boolean {
  const last = answersIn(history).at(-1)
  return locales.some((locale) => {
    const { thanks, acknowledged, nothing_more } = texts[locale]
    return [thanks, acknowledged, nothing_more].some((offer) => offer === last)
  })
}

const isQuestion = ({ role, text }: Turn) => role === 'user' && intentOf(text) === 'question'

/** The reply to a message that isn't a question about the content. */
function replyTo(
  intent: 'person' | 'anger' | SmallTalk,
  history: readonly Turn[],
): { kind: 'hand_over'; reason: HandOverReason } | { kind: 'small_talk'; small_talk: SpokenText } {
  if (intent === 'person') return { kind: 'hand_over', reason: 'asked_for_human' }
  if (intent === 'anger') return { kind: 'hand_over', reason: 'anger' }
  if (intent !== 'agreed') return { kind: 'small_talk', small_talk: intent }
  if (isPersonOffered(history)) return { kind: 'hand_over', reason: 'asked_for_human' }
  return { kind: 'small_talk', small_talk: isMoreOffered(history) ? 'invitation' : 'acknowledged' }
}

/** Looks the question up without the conversation: on a new subject, earlier words can hide the answer. */
async function findAlone(
  db: Db,
  integration_id: string,
  query: Query,
  settings: AnswerSettings,
  inContext: Retrieved,
): Promise<Retrieved> {
  const { retrieval: _, ...alone } = await findAnswer(
    db,
    integration_id,
    { ...query, history: [] },
    { quoted: answersIn(query.history), chars_max: charsOf(settings) },
  )
  return alone.confidence > inContext.confidence ? alone : inContext
}

/** After an answer that didn't help: the next best quote, marked as uncertain, or else a hand-over. */
async function answerAgain(
  db: Db,
  integration_id: string,
  { history, locale, embed }: Pick<Query, 'history' | 'locale' | 'embed'>,
  settings: AnswerSettings,
): Promise<Answered> {
  const query = history.findLastIndex(isQuestion)
  const { retrieval: _, ...retrieval } = await findAnswer(
    db,
    integration_id,
    { text: history[query]?.text ?? '', history: history.slice(0, Math.max(0, query)), locale, embed },
    { quoted: answersIn(history), chars_max: charsOf(settings) },
  )
  if (retrieval.quotes.length && retrieval.confidence * 100 >= settings.may_help_confidence_min)
    return { ...retrieval, kind: 'another' }
  return { ...retrieval, quotes: [], sources: [], kind: 'hand_over', reason: 'nothing_found' }
}
