import {
  type AnswerTrace,
  type AssistantSettings,
  type Citation,
  type HandOverReason,
  type Input,
  type Output,
  type ModelPart,
  Problem,
  type ReplySuggestion,
  tracedPassagesMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  answerMessage,
  type AutomaticAnswer,
  handOver,
  postAnswer,
  readTurn,
  emitAnswerProgress,
  type Turn,
} from '#features/conversations'
import { findAssistantSettings } from '#features/assistant-settings'
import { findWebsite, type MemberActor } from '#features/integrations'
import type { Models } from '#features/language-model'
import type { Context } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import { answer, type Answered } from './answer.ts'
import { intentOf } from './intents.ts'
import type { Library } from './library.ts'
import { hasContent } from './question.ts'
import { plainQuote, shownQuote } from './quote-text.ts'
import { texts } from './texts.ts'
import { recordUnanswered } from './unanswered.ts'
import { writeAnswer, type WrittenAnswer } from './write-answer.ts'

interface Composed {
  band: Output<typeof contract.tryAssistant>['band']
  body: string
  citations: Citation[]
  reason: HandOverReason | null
}

/** Turns quotes into citations, numbered in order, each with its page and our stored copy. */
async function cite(
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

async function otherAnswers(
  ctx: Context,
  library: Library,
  integration_id: string,
  locale: Turn['locale'],
): Promise<string[]> {
  const page = await library.findStartPage(ctx.db, integration_id, locale)
  return page ? [texts[locale].alone.look_there(page.name, page.url)] : []
}

/** The stored part of an answer's trace, with the best passages that weren't used. */
function stored({ trace }: Answered, band: AnswerTrace['band']): AnswerTrace {
  const { candidates } = trace
  const isSaid = band === 'answer' || band === 'may_help'
  const used = isSaid ? candidates.filter(({ is_used }) => is_used) : []
  const others = candidates.filter((one) => !used.includes(one)).slice(0, tracedPassagesMax - used.length)
  return { ...trace, band, candidates: [...used, ...others.map((one) => ({ ...one, is_used: false }))] }
}

/** Requests to a language model per visitor, apart from the workspace's limit. */
const visitorLimit = { name: 'language-model', points: 60, per_s: 3_600 }

/** The language model's answer, and what is recorded about it; neither if there is no model, or nothing to write. */
interface Written {
  answer?: WrittenAnswer
  part?: ModelPart
}
async function write(
  ctx: Context,
  models: Models,
  integration_id: string,
  question: Parameters<typeof answer>[2],
  answered: Answered,
  { length }: Pick<AssistantSettings, 'length'>,
  { visitor_id, onProgress }: { visitor_id?: string; onProgress?: (body: string) => void } = {},
): Promise<Written> {
  const [best] = answered.sources
  if ((answered.kind !== 'answer' && answered.kind !== 'may_help') || !best || best.is_saved_answer) return {}
  if (!(await models.isOn(ctx, integration_id))) return {}
  if (visitor_id !== undefined && !(await isWithinLimit(ctx, visitor_id)))
    return { part: { outcome: 'limit_reached', dropped: 0 } }
  const asked = { ...question, locale: answered.trace.locale }
  const result = await writeAnswer(ctx, models, integration_id, asked, answered.sources, length, onProgress)
  if ('failure' in result)
    return result.failure === 'off' ? {} : { part: { outcome: result.failure, dropped: 0 } }
  return { answer: result, part: { outcome: 'written', dropped: result.sentences_dropped } }
}

const withModelPart = (found: Answered, { part }: Written): Answered =>
  part ? { ...found, trace: { ...found.trace, model: part } } : found

async function isWithinLimit(ctx: Context, visitor_id: string): Promise<boolean> {
  try {
    await ctx.rates.take(visitorLimit, visitor_id, '')
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** The same id for the same question, so that a repeated job posts nothing new. */
const answerId = (conversation_id: string, seq: number) => derivedId(`${conversation_id}:${seq}`)

/** Starts a scenario for a question that the assistant can't answer. @returns whether one was started */
export type StartScenario = (
  ctx: Context,
  question: { integration_id: string; conversation_id: string; seq: number; text: string },
) => Promise<boolean>

interface QueuedQuestion {
  integration_id: string
  conversation_id: string
  seq: number
}

async function reply(
  ctx: Context,
  library: Library,
  models: Models,
  startScenario: StartScenario,
  { integration_id, conversation_id, seq }: QueuedQuestion,
): Promise<void> {
  const key = { integration_id, conversation_id }
  const turn = await readTurn(ctx.db, key)
  const last = turn?.history.at(-1)
  // answered already, taken over, or superseded by a newer question that has a job of its own
  if (!turn || !last || last.seq !== seq || turn.handler !== 'assistant') return
  const id = answerId(conversation_id, seq)
  const progress = { conversation_id, message_id: id }
  emitAnswerProgress(ctx, turn.visitor_id, { ...progress, stage: 'searching', body: '' })

  const history = turn.history.slice(0, -1).map(({ role, text }) => ({ role, text }))
  const settings = await findAssistantSettings(ctx.db, integration_id)
  if (!settings.is_on) return handOverToTeam(ctx, library, turn, { ...key, seq }, 'rule')
  const question = { text: last.text, history, locale: turn.locale }
  const found = await answer(ctx.db, integration_id, question, settings)
  const onProgress = (text: string) =>
    emitAnswerProgress(ctx, turn.visitor_id, { ...progress, stage: 'writing', body: text })
  const written = await write(ctx, models, integration_id, question, found, settings, {
    visitor_id: turn.visitor_id,
    onProgress,
  })
  if (written.part) {
    // Writing takes seconds: a member may have taken over, or the customer may have asked again.
    const now = await readTurn(ctx.db, key)
    if (!now || now.history.at(-1)?.seq !== seq || now.handler !== 'assistant') return
  }
  const answered = withModelPart(found, written)
  const { band, body, citations, reason } = await compose(
    ctx,
    library,
    { ...turn, integration_id },
    answered,
    written.answer,
  )
  const low_confidence_count = band === 'may_help' ? turn.low_confidence_count + 1 : 0
  const isUnsureAgain = low_confidence_count >= settings.unsure_max
  if (reason === 'nothing_found' || isUnsureAgain) {
    const questions = turn.history.filter(
      ({ role, text }) => role === 'user' && intentOf(text) !== 'unhelpful' && hasContent(text, turn.locale),
    )
    const text = questions.at(-1)?.text ?? last.text
    await recordUnanswered(ctx, { ...key, seq, text, locale: answered.trace.locale })
  }
  const isUnanswered = reason === 'nothing_found' || (isUnsureAgain && turn.has_team)
  if (isUnanswered && (await startScenario(ctx, { ...key, seq, text: last.text }))) return
  if (reason)
    return handOverToTeam(ctx, library, turn, { ...key, seq }, reason, stored(answered, 'hand_over'))
  if (isUnsureAgain && turn.has_team)
    return void (await handOver(ctx, key, {
      reason: 'low_confidence_twice',
      trace: stored(answered, 'hand_over'),
    }))

  emitAnswerProgress(ctx, turn.visitor_id, { ...progress, stage: 'writing', body })
  const before = history.findLast(({ role }) => role === 'user')
  // Thanks after an answer that did not help are politeness.
  const wasHelped = before === undefined || intentOf(before.text) !== 'unhelpful'
  const isThanked = answered.kind === 'small_talk' && answered.small_talk === 'thanks' && wasHelped
  const details =
    band === 'answer' || band === 'may_help'
      ? { band, confidence: answered.confidence }
      : isThanked
        ? { is_thanked: true }
        : {}
  const trace = stored(answered, band)
  await post(ctx, turn, { ...key, seq }, { body, citations, details, low_confidence_count, trace })
}

async function post(
  ctx: Context,
  turn: Turn,
  { integration_id, conversation_id, seq }: QueuedQuestion,
  messages: Pick<AutomaticAnswer, 'body' | 'citations' | 'details' | 'low_confidence_count' | 'trace'>,
): Promise<void> {
  const settings = await findAssistantSettings(ctx.db, integration_id)
  const isTold = turn.has_ai_notice || !settings.has_ai_notice
  const site = isTold ? undefined : await findWebsite(ctx.db, integration_id)
  const words = turn.has_team ? texts[turn.locale] : texts[turn.locale].alone
  await postAnswer(
    ctx,
    { integration_id, conversation_id },
    {
      ...messages,
      id: answerId(conversation_id, seq),
      ai_notice: site && words.ai_notice(site.name, settings.name),
    },
  )
}

/**
 * Hands over to the team. Without a team the visitor is told so, and where to look instead; nothing is
 * promised.
 */
async function handOverToTeam(
  ctx: Context,
  library: Library,
  turn: Turn,
  question: QueuedQuestion,
  reason: HandOverReason,
  trace?: AnswerTrace,
): Promise<void> {
  if (turn.has_team) return void (await handOver(ctx, question, { reason, trace }))
  const { reasons } = texts[turn.locale].alone
  const why = reasons[reason] ?? reasons.nothing_found
  const body = [why, ...(await otherAnswers(ctx, library, question.integration_id, turn.locale))].join('\n\n')
  await post(ctx, turn, question, { body, citations: [], details: {}, low_confidence_count: 0, trace })
}

/**
 * What the team could answer a customer who waits for them, in the words of the content; nothing is stored.
 *
 * @throws Problem `not_found`: absent, another workspace's, merged into another one, or spam
 */
export const suggestReply =
  (library: Library) =>
  async (
    ctx: Context,
    { integration_id }: MemberActor,
    { conversation_id }: Input<typeof contract.suggestReply>,
  ): Promise<ReplySuggestion | null> => {
    const turn = await readTurn(ctx.db, { integration_id, conversation_id })
    if (!turn) throw new Problem('not_found')
    const last = turn.history.at(-1)
    if (!turn.is_asked || turn.handler !== 'team' || last?.role !== 'user') return null
    const history = turn.history.slice(0, -1).map(({ role, text }) => ({ role, text }))
    const question = { text: last.text, history, locale: turn.locale }
    const settings = await findAssistantSettings(ctx.db, integration_id)
    const answered = await answer(ctx.db, integration_id, question, settings)
    if (answered.kind !== 'answer' && answered.kind !== 'may_help') return null
    const citations = await cite(ctx, library, integration_id, answered.quotes)
    return citations.length > 0 ? { band: answered.kind, citations } : null
  }

const attemptsBeforePeople = 3

/** Answers customers' messages; when that keeps failing, a person is asked instead of silence. */
export function assistantJobs(library: Library, models: Models, startScenario: StartScenario) {
  return (jobs: Jobs, ctx: Context): void => {
    jobs.register(answerMessage, async (question, { attempt }) => {
      try {
        await reply(ctx, library, models, startScenario, question)
      } catch (error) {
        if (attempt < attemptsBeforePeople) throw error
        ctx.log.error({ err: error, conversation_id: question.conversation_id }, 'no answer could be made')
        const turn = await readTurn(ctx.db, question)
        if (turn) await handOverToTeam(ctx, library, turn, question, 'error')
      }
    })
  }
}

/** What the assistant makes of a question in a step of a scenario. */
export interface StepAnswer {
  outcome: 'answered' | 'not_found' | 'wants_person'
  /** To be posted; of `answered`. */
  answer?: AutomaticAnswer
}
/**
 * Answers a question for a step of a scenario. Posts nothing.
 *
 * @param id of the message with the answer
 * @param text of the question; null: the customer's last message
 */
export const answerStep =
  (library: Library, models: Models) =>
  async (
    ctx: Context,
    {
      integration_id,
      conversation_id,
      id,
      text,
    }: {
      integration_id: string
      conversation_id: string
      id: string
      text: string | null
    },
  ): Promise<StepAnswer> => {
    const turn = await readTurn(ctx.db, { integration_id, conversation_id })
    const said = turn?.history.findLast(({ role }) => role === 'user')
    const settings = await findAssistantSettings(ctx.db, integration_id)
    if (!turn || !said || !settings.is_on) return { outcome: 'not_found' }
    const history = turn.history
      .slice(0, turn.history.indexOf(said))
      .map(({ role, text: words }) => ({ role, text: words }))
    const question = { text: text ?? said.text, history, locale: turn.locale }
    const found = await answer(ctx.db, integration_id, question, settings)
    const written = await write(ctx, models, integration_id, question, found, settings, {
      visitor_id: turn.visitor_id,
    })
    const answered = withModelPart(found, written)
    const { band, body, citations, reason } = await compose(
      ctx,
      library,
      { ...turn, integration_id },
      answered,
      written.answer,
    )
    if (reason) return { outcome: reason === 'asked_for_human' ? 'wants_person' : 'not_found' }
    const isTold = turn.has_ai_notice || !settings.has_ai_notice
    const site = isTold ? undefined : await findWebsite(ctx.db, integration_id)
    const words = turn.has_team ? texts[turn.locale] : texts[turn.locale].alone
    return {
      outcome: 'answered',
      answer: {
        id,
        body,
        citations,
        details: band === 'answer' || band === 'may_help' ? { band, confidence: answered.confidence } : {},
        low_confidence_count: 0,
        trace: stored(answered, band),
        ai_notice: site && words.ai_notice(site.name, settings.name),
      },
    }
  }

/** One question without a conversation, with the way the answer came about. */
export const tryAssistant =
  (library: Library, models: Models) =>
  async (
    ctx: Context,
    { integration_id }: MemberActor,
    { text, locale, history }: Input<typeof contract.tryAssistant>,
  ) => {
    const started = performance.now()
    const settings = await findAssistantSettings(ctx.db, integration_id)
    const question = { text, history, locale }
    const answered = await answer(ctx.db, integration_id, question, settings)
    const { answer: written, part } = await write(ctx, models, integration_id, question, answered, settings)
    const asker = { integration_id, locale, has_team: true }
    const composed = await compose(ctx, library, asker, answered, written)
    const trace = { ...answered.trace, ...(part ? { model: part } : {}) }
    return { ...composed, trace: { ...trace, took_ms: performance.now() - started } }
  }
