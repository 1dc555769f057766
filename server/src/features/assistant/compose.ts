import {
  type AnswerTrace,
  type AssistantSettings,
  type Citation,
  type HandOverReason,
  type ModelPart,
  type Output,
  Problem,
  tracedPassagesMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import type { AutomaticAnswer, Turn } from '#features/conversations'
import { findWebsite } from '#features/integrations'
import type { Models, QuestionVector } from '#features/language-model'
import type { Context } from '#platform/context/context.ts'
import type { Limit } from '#platform/http/rate-limits.ts'
import { answer, type Answered } from './answer.ts'
import type { Library } from './library.ts'
import { plainQuote, shownQuote } from './quoting/quote-text.ts'
import type { Query } from './retrieval/retrieval.ts'
import { texts } from './texts.ts'
import { writeAnswer, type WrittenAnswer } from './write-answer.ts'

/* From a question to the text that answers it, with its citations. */

interface Composed {
  band: Output<typeof contract.tryAssistant>['band']
  body: string
  citations: Citation[]
  reason: HandOverReason | null
}

/** Turns quotes into citations, numbered in order, each with its page and our stored copy. */
export async function cite(
  ctx: Context,
  library: Library,
  integration_id: string,
  quotes: Answered['quotes'],
): Promise<Citation[]> {
  const items = await library.listCitableItems(ctx.db, integration_id, [
    ...new Set(quotes.map(({ item_id }) => item_id)),
  ])
  const byId = new Map(items.map((item) => [item.item_id, item]))
  return quotes
    .flatMap((quote) => {
      const item = byId.get(quote.item_id)
      return item ? [{ quote, item }] : []
    })
    .map(({ quote, item }, index) => ({
      number: index + 1,
      title: item.title,
      heading: quote.heading,
      quote: plainQuote(quote.quote),
      url: item.url && library.textFragment(item.url, quote.quote),
      snapshot_url: library.snapshotPath(item.snapshot_id, quote.quote),
      fetched_at: item.fetched_at,
      source_id: item.source_id,
      item_id: item.item_id,
    }))
}

const numbered = (citations: Citation[], quotes: Answered['quotes']) =>
  citations
    .flatMap(({ item_id, number }) => {
      const quote = quotes.find((each) => each.item_id === item_id)
      return quote ? [shownQuote(quote, number)] : []
    })
    .join('\n\n')

type Asker = Pick<Turn, 'locale' | 'has_team'> & { integration_id: string }

/** The text of an answer: verbatim quotes, with only generally valid text around them. */
async function compose(
  ctx: Context,
  library: Library,
  { integration_id, locale, has_team }: Asker,
  answered: Answered,
  written?: WrittenAnswer,
): Promise<Composed> {
  const words = texts[locale]
  if (answered.kind === 'small_talk') {
    const messages = has_team ? words : { ...words, ...words.alone }
    return { band: 'small_talk', body: messages[answered.small_talk], citations: [], reason: null }
  }
  if (answered.kind === 'hand_over')
    return { band: 'hand_over', body: '', citations: [], reason: answered.reason }
  const cited = written && (await cite(ctx, library, integration_id, written.quotes))
  // If a page was deleted in the meantime, the sentences that cite it have no source.
  const isWritten = written !== undefined && cited?.length === written.quotes.length
  const citations = isWritten ? (cited ?? []) : await cite(ctx, library, integration_id, answered.quotes)
  // The item was deleted between finding and citing: without a source there is no answer.
  if (citations.length === 0) return { band: 'hand_over', body: '', citations: [], reason: 'nothing_found' }
  const quoted = isWritten ? written.body : numbered(citations, answered.quotes)
  const offer = has_team ? [words.offer] : await otherAnswers(ctx, library, integration_id, locale)
  const sorry = answered.kind === 'another' ? [words.sorry] : []
  const body = answered.kind === 'answer' ? quoted : [...sorry, quoted, ...offer].join('\n\n')
  return { band: answered.kind === 'another' ? 'may_help' : answered.kind, body, citations, reason: null }
}

export async function otherAnswers(
  ctx: Context,
  library: Library,
  integration_id: string,
  locale: Turn['locale'],
): Promise<string[]> {
  const page = await library.findStartPage(ctx.db, integration_id, locale)
  return page ? [texts[locale].alone.look_there(page.name, page.url)] : []
}

/** The stored part of an answer's trace, with the best passages that weren't used. */
export function stored({ trace }: Answered, band: AnswerTrace['band']): AnswerTrace {
  const { candidates } = trace
  const isSaid = band === 'answer' || band === 'may_help'
  const used = isSaid ? candidates.filter(({ is_cited }) => is_cited) : []
  const others = candidates.filter((one) => !used.includes(one)).slice(0, tracedPassagesMax - used.length)
  return { ...trace, band, candidates: [...used, ...others.map((one) => ({ ...one, is_cited: false }))] }
}

/** Requests to a language model per visitor, of each kind, apart from the workspace's limit. */
const visitorLimit: Limit = { name: 'language-model', points: 60, per_s: 3_600, is_shared: true }
const embeddingLimit = { ...visitorLimit, name: 'embedding-model' }

/** The language model's answer, and what is recorded about it; neither if there is no model, or nothing to write. */
interface Written {
  answer?: WrittenAnswer
  part?: ModelPart
}
/** For the answer to a visitor: limits the requests per visitor, and shows the answer while it is written. */
interface VisitorOptions {
  visitor_id: string
  onProgress?: (body: string) => void
}
async function write(
  ctx: Context,
  models: Models,
  integration_id: string,
  {
    question,
    answered,
    length,
  }: { question: Query; answered: Answered; length: AssistantSettings['length'] },
  visitor: VisitorOptions | undefined,
): Promise<Written> {
  const [best] = answered.sources
  if ((answered.kind !== 'answer' && answered.kind !== 'may_help') || !best || best.is_saved_answer) return {}
  if (!(await models.isOn(ctx, integration_id))) return {}
  if (visitor && !(await isWithinLimit(ctx, visitorLimit, visitor.visitor_id)))
    return { part: { outcome: 'limit_reached', dropped: 0 } }
  const result = await writeAnswer(ctx, models, integration_id, {
    question: { ...question, locale: answered.trace.locale },
    sources: answered.sources,
    length,
    onProgress: visitor?.onProgress,
  })
  if ('failure' in result)
    return result.failure === 'off' ? {} : { part: { outcome: result.failure, dropped: 0 } }
  return { answer: result, part: { outcome: 'written', dropped: result.sentences_dropped } }
}

async function isWithinLimit(ctx: Context, limit: typeof visitorLimit, visitor_id: string): Promise<boolean> {
  try {
    await ctx.rates.take(limit, visitor_id, '')
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** Turns the question into a vector if the workspace has an embedding model. A text is sent and waited for once. */
export function embedderOf(
  ctx: Context,
  models: Models,
  integration_id: string,
  visitor_id?: string,
): Query['embed'] {
  const isAllowed = async () => visitor_id === undefined || isWithinLimit(ctx, embeddingLimit, visitor_id)
  const vectors = new Map<string, Promise<QuestionVector | undefined>>()
  return (text) => {
    const vector = vectors.get(text) ?? models.embedQuestion(ctx, integration_id, text, isAllowed)
    vectors.set(text, vector)
    return vector
  }
}

export interface Response {
  answered: Answered
  composed: Composed
  /** Whether the language model was asked, which takes seconds. */
  isModelAsked: boolean
}
/** Finds the answer to a question and puts it into words: quotes, or what the language model writes from them. */
export async function respond(
  ctx: Context,
  { library, models }: { library: Library; models: Models },
  asker: Asker,
  { question, settings, visitor }: { question: Query; settings: AssistantSettings; visitor?: VisitorOptions },
): Promise<Response> {
  const { integration_id } = asker
  const embed = embedderOf(ctx, models, integration_id, visitor?.visitor_id)
  const quoted = await answer(ctx.db, integration_id, { ...question, embed }, settings)
  const { length } = settings
  const { answer: written, part } = await write(
    ctx,
    models,
    integration_id,
    { question, answered: quoted, length },
    visitor,
  )
  const answered = part ? { ...quoted, trace: { ...quoted.trace, model: part } } : quoted
  const composed = await compose(ctx, library, asker, answered, written)
  return { answered, composed, isModelAsked: part !== undefined }
}

/** How sure an answer is, for its message; empty for other replies. */
export const confidenceDetails = (
  { confidence }: Answered,
  { band }: Composed,
): AutomaticAnswer['details'] => (band === 'answer' || band === 'may_help' ? { band, confidence } : {})

/** The notice that an assistant answers, unless the customer has it already; undefined: none. */
export async function aiNotice(
  ctx: Context,
  integration_id: string,
  turn: Turn,
  settings: AssistantSettings,
): Promise<string | undefined> {
  if (turn.has_ai_notice || !settings.has_ai_notice) return undefined
  const site = await findWebsite(ctx.db, integration_id)
  const words = turn.has_team ? texts[turn.locale] : texts[turn.locale].alone
  return site && words.ai_notice(site.name, settings.name)
}
