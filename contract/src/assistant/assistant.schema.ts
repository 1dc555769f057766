import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Citation } from './citations.schema.ts'
import { HandOverReason } from '../conversations/conversations.schema.ts'
import { Id, Locale, text } from '../fields.schema.ts'
import { ModelFailure } from '../language-model/language-model.schema.ts'

export const Band = z.enum(['answer', 'may_help', 'hand_over', 'small_talk'])
export type Band = z.infer<typeof Band>
/**
 * The language model's part in an answer; absent if it wasn't asked. `outcome` is `written`, or why the answer is a
 * quote instead:
 *
 * `paused` the endpoint keeps failing · `busy` too many requests at a time · `limit_reached` of the month, or of the
 * visitor · `unsupported` no sentence was in the passages · `instructions` the text addresses the model · or the failure.
 */
export const ModelPart = z.object({
  outcome: z.enum([
    'written',
    'paused',
    'busy',
    'limit_reached',
    'unsupported',
    'instructions',
    ...ModelFailure.options,
  ]),
  /** Sentences left out because no passage supports them. */
  dropped: z.int(),
})
export type ModelPart = z.infer<typeof ModelPart>
/** How an answer was chosen: what was searched, found, scored, used and dropped. */
export const Trace = z.object({
  locale: Locale,
  terms: z.array(z.string()),
  candidates: z.array(
    z.object({
      title: z.string(),
      heading: z.string(),
      text: z.string(),
      score: z.number(),
      /** Position among the passages that are nearest in meaning, from 1; absent if it isn't among them. */
      meaning_rank: z.optional(z.int()),
      is_cited: z.boolean(),
      /** A saved answer to the question that is its title. */
      is_saved_answer: z.boolean(),
      /** The words of the text that matched the search, in lower case. */
      matched: z.array(z.string()),
    }),
  ),
  confidence: z.number(),
  model: z.optional(ModelPart),
  took_ms: z.number(),
})
export type Trace = z.infer<typeof Trace>
/** The part of the trace stored with an answer or handover: the passages used and the best of the others. */
export const AnswerTrace = z.extend(z.omit(Trace, { took_ms: true }), { band: Band })
export type AnswerTrace = z.infer<typeof AnswerTrace>
export const getAnswerTrace = schemas({
  output: z.nullable(AnswerTrace),
  problems: ['not_found'],
})
/** A quote from the content for a customer who is waiting for the team. A member sends or ignores it. */
export const ReplySuggestion = z.object({
  band: z.enum(['answer', 'may_help']),
  citations: z.array(Citation),
})
export type ReplySuggestion = z.infer<typeof ReplySuggestion>
export const suggestReply = schemas({
  output: z.nullable(ReplySuggestion),
  problems: ['not_found', 'forbidden'],
})
export const tryAssistant = schemas({
  input: z.object({
    text: text(1, 2_000),
    locale: Locale,
    /** Limits the search to this data source. */
    source_id: z.optional(Id),
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
export const suggestQuestions = schemas({
  input: z.object({ locale: z.optional(Locale) }),
  output: z.array(z.string()),
  problems: ['not_found', 'invalid_input'],
})
