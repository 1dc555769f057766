import { defineRoute } from '../api.ts'
import type * as schema from './assistant.schema.ts'

export type { AnswerTrace, Band, ModelPart, ReplySuggestion, Trace } from './assistant.schema.ts'

export const tracedPassagesMax = 5
/**
 * Returns how the assistant found the answer in a message.
 * @returns null for messages older than the trace, and for those not sent by the assistant
 */
export const getAnswerTrace = defineRoute<typeof schema.getAnswerTrace>()(
  'GET',
  '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id/trace',
)
/**
 * Suggests a reply to the customer's last message from the workspace's content.
 * @returns null if the customer didn't write last, an automation answers, or nothing was found
 */
export const suggestReply = defineRoute<typeof schema.suggestReply>()(
  'GET',
  '/api/integration/:integration_id/conversation/:conversation_id/suggested-reply',
)
/**
 * Asks the assistant outside of any conversation. Nothing is stored and no one is notified.
 * @throws Problem `not_found`: no such data source
 */
export const tryAssistant = defineRoute<typeof schema.tryAssistant>()(
  'POST',
  '/api/integration/:integration_id/assistant/try',
)
/**
 * Returns questions that the workspace's content answers: in the given language or, if there are none, in any
 * language.
 */
export const suggestQuestions = defineRoute<typeof schema.suggestQuestions>()(
  'GET',
  '/api/integration/:integration_id/assistant/suggestions',
)
