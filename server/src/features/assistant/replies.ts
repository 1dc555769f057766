import {
  type AnswerTrace,
  type HandOverReason,
  type Input,
  Problem,
  type ReplySuggestion,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import {
  answerMessageJob,
  type AutomaticAnswer,
  handOver,
  postAnswer,
  readTurn,
  emitAnswerProgress,
  type Turn,
} from '#features/conversations'
import { findAssistantSettings } from '#features/assistant-settings'
import type { MemberActor } from '#features/integrations'
import type { Models } from '#features/language-model'
import { mayAnswer } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { derivedId } from '#platform/secrets/derived-id.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import { answer } from './answer.ts'
import {
  aiNotice,
  cite,
  confidenceDetails,
  embedderOf,
  otherAnswers,
  respond,
  type Response,
  stored,
} from './compose.ts'
import { intentOf } from './questions/intents.ts'
import type { Library } from './library.ts'
import { hasContent } from './questions/question.ts'
import { texts } from './texts.ts'
import { recordUnanswered } from './questions/unanswered.ts'

/** Derived from the question, so that a repeated job posts nothing twice. */
const answerId = (conversation_id: string, seq: number) => derivedId(`${conversation_id}:${seq}`)

/** A rule may start a scenario while the assistant looks for an answer. */
const isStillAssistant = { handler: 'assistant' } as const

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

interface Services {
  library: Library
  models: Models
  startScenario: StartScenario
}

/** Whether the message is still the assistant's to answer. A newer message has a job of its own. */
const isWaiting = (turn: Turn | undefined, seq: number): turn is Turn =>
  turn?.handler === 'assistant' && turn.history.at(-1)?.seq === seq

async function reply(ctx: Context, services: Services, queued: QueuedQuestion): Promise<void> {
  const { integration_id, conversation_id, seq } = queued
  const { library } = services
  const turn = await readTurn(ctx.db, queued)
  const last = turn?.history.at(-1)
  if (!last || !isWaiting(turn, seq)) return
  const { visitor_id } = turn
  const message_id = answerId(conversation_id, seq)
  const emitProgress = (stage: 'searching' | 'writing', body: string) =>
    emitAnswerProgress(ctx, visitor_id, { conversation_id, message_id, stage, body })
  emitProgress('searching', '')

  const history = turn.history.slice(0, -1).map(({ role, text }) => ({ role, text }))
  const settings = await findAssistantSettings(ctx.db, integration_id)
  if (!settings.is_on) return handOverToTeam(ctx, library, turn, { question: queued, reason: 'rule' })
  if (!turn.is_test && !(await mayAnswer(ctx, ctx.db, integration_id, conversation_id)))
    return handOverToTeam(ctx, library, turn, { question: queued, reason: 'plan_limit' })
  const question = { text: last.text, history, locale: turn.locale }
  const asker = { ...turn, integration_id }
  const visitor = { visitor_id, onProgress: (text: string) => emitProgress('writing', text) }
  const response = await respond(ctx, services, asker, { question, settings, visitor })
  // A member may have taken over in the meantime, or the customer may have asked again.
  if (response.isModelAsked && !isWaiting(await readTurn(ctx.db, queued), seq)) return

  const { answered, composed } = response
  const { band, body, citations } = composed
  const low_confidence_count = band === 'may_help' ? turn.low_confidence_count + 1 : 0
  const isUnsureAgain = low_confidence_count >= settings.uncertain_answers_max
  if (await handOverUnanswered(ctx, services, { queued, turn, text: last.text, response, isUnsureAgain }))
    return

  emitProgress('writing', body)
  const isThanked = answered.kind === 'small_talk' && answered.small_talk === 'thanks' && wasHelpful(history)
  const details = isThanked ? { is_confirmed: true } : confidenceDetails(answered, composed)
  const trace = stored(answered, band)
  await post(ctx, turn, queued, { body, citations, details, low_confidence_count, trace })
}

interface AnsweredQuestion {
  queued: QueuedQuestion
  turn: Turn
  text: string
  response: Response
  /** Whether as many answers in a row were uncertain as the workspace allows. */
  isUnsureAgain: boolean
}

/**
 * Hands over a question without a certain answer: to a scenario, or to the team.
 *
 * @returns whether it was handed over; otherwise the answer is posted
 */
async function handOverUnanswered(
  ctx: Context,
  { library, startScenario }: Services,
  { queued, turn, text, response: { answered, composed }, isUnsureAgain }: AnsweredQuestion,
): Promise<boolean> {
  const { reason } = composed
  const isNothingFound = reason === 'nothing_found'
  if (isNothingFound || isUnsureAgain) {
    const question = lastQuestionOf(turn) ?? text
    await recordUnanswered(ctx, { ...queued, text: question, locale: answered.trace.locale })
  }
  const needsPerson = isUnsureAgain && turn.has_team
  if ((isNothingFound || needsPerson) && (await startScenario(ctx, { ...queued, text }))) return true
  if (!reason && !needsPerson) return false

  const trace = stored(answered, 'hand_over')
  if (reason) await handOverToTeam(ctx, library, turn, { question: queued, reason, trace })
  else await handOver(ctx, queued, { reason: 'low_confidence_twice', condition: isStillAssistant, trace })
  return true
}

/** The customer's last message that asks something: not "that doesn't help". */
const lastQuestionOf = ({ history, locale }: Turn): string | undefined =>
  history.findLast(
    ({ role, text }) => role === 'user' && intentOf(text) !== 'unhelpful' && hasContent(text, locale),
  )?.text

/** Thanks after an answer that didn't help are only polite. */
function wasHelpful(history: readonly { role: 'user' | 'assistant'; text: string }[]): boolean {
  const before = history.findLast(({ role }) => role === 'user')
  return before === undefined || !['unhelpful', 'declined'].includes(intentOf(before.text))
}

async function post(
  ctx: Context,
  turn: Turn,
  { integration_id, conversation_id, seq }: QueuedQuestion,
  messages: Pick<AutomaticAnswer, 'body' | 'citations' | 'details' | 'low_confidence_count' | 'trace'>,
): Promise<void> {
  const settings = await findAssistantSettings(ctx.db, integration_id)
  await postAnswer(
    ctx,
    { integration_id, conversation_id },
    {
      ...messages,
      id: answerId(conversation_id, seq),
      ai_notice: await aiNotice(ctx, integration_id, turn, settings),
    },
  )
}

/** Hands over to the team. Without a team, replies with the reason and with other places to look. */
async function handOverToTeam(
  ctx: Context,
  library: Library,
  turn: Turn,
  { question, reason, trace }: { question: QueuedQuestion; reason: HandOverReason; trace?: AnswerTrace },
): Promise<void> {
  if (turn.has_team)
    return void (await handOver(ctx, question, { reason, trace, condition: isStillAssistant }))
  const { reasons } = texts[turn.locale].alone
  const why = reasons[reason] ?? reasons.nothing_found
  const body = [why, ...(await otherAnswers(ctx, library, question.integration_id, turn.locale))].join('\n\n')
  await post(ctx, turn, question, { body, citations: [], details: {}, low_confidence_count: 0, trace })
}

/**
 * Suggests quotes from the content for the team's next reply. Stores nothing.
 *
 * @throws Problem `not_found`: absent, another workspace's, merged into another one, or spam
 */
export const suggestReply =
  (library: Library, models: Models) =>
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
    const embed = embedderOf(ctx, models, integration_id)
    const question = { text: last.text, history, locale: turn.locale, embed }
    const settings = await findAssistantSettings(ctx.db, integration_id)
    const answered = await answer(ctx.db, integration_id, question, settings)
    if (answered.kind !== 'answer' && answered.kind !== 'may_help') return null
    const citations = await cite(ctx, library, integration_id, answered.quotes)
    return citations.length > 0 ? { band: answered.kind, citations } : null
  }

const attemptsBeforePeople = 3

/** Answers customers' messages. If answering keeps failing, hands over to the team. */
export function assistantJobs(library: Library, models: Models, startScenario: StartScenario) {
  return (jobs: Jobs, ctx: Context): void => {
    jobs.register(answerMessageJob, async (question, { attempt }) => {
      try {
        await reply(ctx, { library, models, startScenario }, question)
      } catch (error) {
        if (attempt < attemptsBeforePeople) throw error
        ctx.log.error(
          { err: error, conversation_id: question.conversation_id },
          'assistant: failed to answer',
        )
        const turn = await readTurn(ctx.db, question)
        if (turn) await handOverToTeam(ctx, library, turn, { question, reason: 'error' })
      }
    })
  }
}

/** Answers a question without a conversation, with a trace of how the answer was found. */
export const tryAssistant =
  (library: Library, models: Models) =>
  async (
    ctx: Context,
    { integration_id }: MemberActor,
    { text, locale, history, source_id }: Input<typeof contract.tryAssistant>,
  ) => {
    if (source_id && !(await library.hasSource(ctx.db, integration_id, source_id)))
      throw new Problem('not_found')
    const started = performance.now()
    const settings = await findAssistantSettings(ctx.db, integration_id)
    const question = { text, history, locale, source_id }
    const asker = { integration_id, locale, has_team: true }
    const { answered, composed } = await respond(ctx, { library, models }, asker, { question, settings })
    const { trace } = answered
    return { ...composed, trace: { ...trace, took_ms: performance.now() - started } }
  }
