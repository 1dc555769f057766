import type { FailedStepReason } from '@ozvi/contract'
import { type AutomaticAnswer, readTurn } from '#features/conversations'
import { findAssistantSettings } from '#features/assistant-settings'
import type { Models } from '#features/language-model'
import { mayAnswer } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { aiNotice, confidenceDetails, respond, stored } from './compose.ts'
import type { Library } from './library.ts'
import { findStatistics } from './retrieval/search-store.ts'

/** What the assistant makes of a question in a step of a scenario. */
export interface StepAnswer {
  outcome: 'answered' | 'not_found' | 'wants_person'
  /** To be posted; of `answered`. */
  answer?: AutomaticAnswer
  /** Why the assistant couldn't search, or failed. */
  failure?: FailedStepReason
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
    const lastQuestion = turn?.history.findLast(({ role }) => role === 'user')
    const settings = await findAssistantSettings(ctx.db, integration_id)
    if (!settings.is_on) return { outcome: 'not_found', failure: 'assistant_off' }
    if (!turn || !lastQuestion) return { outcome: 'not_found' }
    if (!turn.is_test && !(await mayAnswer(ctx, ctx.db, integration_id, conversation_id)))
      return { outcome: 'not_found', failure: 'answers_used_up' }
    const history = turn.history
      .slice(0, turn.history.indexOf(lastQuestion))
      .map(({ role, text: words }) => ({ role, text: words }))
    const question = { text: text ?? lastQuestion.text, history, locale: turn.locale }
    const asker = { ...turn, integration_id }
    const visitor = { visitor_id: turn.visitor_id }
    const response = await respond(ctx, { library, models }, asker, { question, settings, visitor })
    const { answered, composed } = response
    const { band, body, citations, reason } = composed
    // The scenario has its own path for this.
    if (answered.kind === 'small_talk' && answered.small_talk === 'nothing_more')
      return { outcome: 'not_found' }
    if (reason === 'asked_for_human') return { outcome: 'wants_person' }
    if (reason)
      return (await findStatistics(ctx.db, integration_id))
        ? { outcome: 'not_found' }
        : { outcome: 'not_found', failure: 'content_missing' }
    return {
      outcome: 'answered',
      answer: {
        id,
        body,
        citations,
        details: confidenceDetails(answered, composed),
        low_confidence_count: 0,
        trace: stored(answered, band),
        ai_notice: await aiNotice(ctx, integration_id, turn, settings),
      },
    }
  }
