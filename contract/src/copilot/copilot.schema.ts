import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Citation } from '../assistant/citations.schema.ts'
import { Locale, text } from '../fields.schema.ts'
import { ModelFailure } from '../language-model/language-model.schema.ts'
import { messageCharsMax } from '../conversations/messages.ts'
import { rewriteKinds } from './copilot.ts'

/**
 * Why the language model's text isn't used:
 *
 * `off` none is connected · `paused` the endpoint keeps failing · `busy` too many requests at a time · `limit_reached`
 * of the month · `altered` the text has numbers or links that the original doesn't have · `unsupported` no sentence was in
 * the passages · `instructions` the text addresses the model · or the failure of the request.
 */
export const CopilotFailure = z.enum([
  'off',
  'paused',
  'busy',
  'limit_reached',
  'altered',
  'unsupported',
  'instructions',
  ...ModelFailure.options,
])
export type CopilotFailure = z.infer<typeof CopilotFailure>

const Written = z.object({
  /** Null if `failure` explains why there is no text. */
  text: z.nullable(z.string()),
  failure: z.nullable(CopilotFailure),
})
export const rewriteReply = schemas({
  input: z.object({
    text: text(1, messageCharsMax),
    kind: z.enum(rewriteKinds),
    /** The language to translate into. Other kinds keep the language of the text. */
    locale: Locale,
  }),
  output: Written,
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
export const summarizeConversation = schemas({
  input: z.object({
    /** The language of the summary. */
    locale: Locale,
  }),
  output: Written,
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
export const TranslatedMessage = z.object({
  author: z.enum(['customer', 'team', 'assistant']),
  original: z.string(),
  /** Null if the translation is missing, or contains numbers or links that the original doesn't have. */
  text: z.nullable(z.string()),
})
export type TranslatedMessage = z.infer<typeof TranslatedMessage>
export const translateConversation = schemas({
  input: z.object({
    /** The language to translate into. */
    locale: Locale,
  }),
  output: z.object({
    /** Oldest first. */
    messages: z.array(TranslatedMessage),
    failure: z.nullable(CopilotFailure),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
/** A reply for a member to edit and send. */
export const DraftedReply = z.object({
  text: z.string(),
  citations: z.array(Citation),
  /** Null if the language model wrote the text; otherwise why the text is quoted from the content. */
  failure: z.nullable(CopilotFailure),
})
export type DraftedReply = z.infer<typeof DraftedReply>
export const draftReply = schemas({
  output: z.nullable(DraftedReply),
  problems: ['not_found', 'forbidden', 'rate_limited'],
})
