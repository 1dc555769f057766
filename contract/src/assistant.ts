import * as z from 'zod/mini'
import { Citation } from './citations.ts'
import { HandOverReason } from './conversations/conversations.ts'
import { Locale, text } from './fields.ts'
import { route } from './api.ts'

export const Band = z.enum(['answer', 'may_help', 'hand_over', 'small_talk'])
export type Band = z.infer<typeof Band>
/** How an answer came about: what was searched, found, scored, used and dropped. */
export const Trace = z.object({
  locale: Locale,
  terms: z.array(z.string()),
  candidates: z.array(
    z.object({
      title: z.string(),
      heading: z.string(),
      text: z.string(),
      score: z.number(),
      is_used: z.boolean(),
      /** An answer written for the question that is its title. */
      is_pair: z.boolean(),
      /** Words of the text that were searched for, in whatever form they stand there, in lower case. */
      matched: z.array(z.string()),
    }),
  ),
  confidence: z.number(),
  took_ms: z.number(),
})
export type Trace = z.infer<typeof Trace>
/** What is kept of it with an answer or a hand-over: the passages that were used, and the best of the others. */
export const AnswerTrace = z.extend(z.omit(Trace, { took_ms: true }), { band: Band })
export type AnswerTrace = z.infer<typeof AnswerTrace>
export const tracedPassagesMax = 5
/** @returns null for what was said before traces were kept, and for whatever the assistant has not said */
export const getAnswerTrace = route({
  method: 'GET',
  path: '/api/integration/:integration_id/conversation/:conversation_id/message/:message_id/trace',
  output: z.nullable(AnswerTrace),
  problems: ['not_found'],
})
/** What the content says to a customer who waits for the team; quoted, for a member to send or to leave. */
export const ReplySuggestion = z.object({
  band: z.enum(['answer', 'may_help']),
  citations: z.array(Citation),
})
export type ReplySuggestion = z.infer<typeof ReplySuggestion>
/** @returns null when the customer has not spoken last, somebody automatic answers, or nothing was found */
export const suggestReply = route({
  method: 'GET',
  path: '/api/integration/:integration_id/conversation/:conversation_id/proposal',
  output: z.nullable(ReplySuggestion),
  problems: ['not_found', 'forbidden'],
})
/** Asks the assistant without a conversation: nothing is stored, nobody is told. */
export const tryAssistant = route({
  method: 'POST',
  path: '/api/integration/:integration_id/assistant/try',
  input: z.object({
    text: text(1, 2_000),
    locale: Locale,
    history: z._default(
      z
        .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().check(z.maxLength(8_000)) }))
        .check(z.maxLength(20)),
      [],
    ),
  }),
  output: z.object({
    band: Band,
    body: z.string(),
    citations: z.array(Citation),
    reason: z.nullable(HandOverReason),
    trace: Trace,
  }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Questions that the workspace's own content answers: those in the language, or where there are none, any. */
export const suggestQuestions = route({
  method: 'GET',
  path: '/api/integration/:integration_id/assistant/suggestions',
  input: z.object({ locale: z.optional(Locale) }),
  output: z.array(z.string()),
  problems: ['not_found', 'invalid_input'],
})
