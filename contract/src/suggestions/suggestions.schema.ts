import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { CannedReplyText } from '../canned-replies/canned-replies.schema.ts'
import { QuestionConfig, UnansweredId } from '../data-sources/data-sources.schema.ts'
import { Id, Locale, text, Time } from '../fields.schema.ts'
import { Attachment } from '../files/files.schema.ts'
import { declineReasonCharsMax } from './suggestions.ts'

export const SuggestionState = z.enum(['suggested', 'accepted', 'declined'])
export type SuggestionState = z.infer<typeof SuggestionState>

/** What kind of thing is suggested. */
export const SuggestionTopic = z.enum(['canned_reply', 'question'])
export type SuggestionTopic = z.infer<typeof SuggestionTopic>

/** A shared canned reply, as suggested. */
export const SuggestedReply = z.object({
  kind: z.literal('canned_reply'),
  shortcut: z.string(),
  title: z.string(),
  body: z.string(),
  attachments: z.array(Attachment),
  locale: z.nullable(Locale),
})
export type SuggestedReply = z.infer<typeof SuggestedReply>

/** A question with its answer, for the assistant to give. */
export const SuggestedQuestion = z.object({
  kind: z.literal('question'),
  question: z.string(),
  alternatives: z.array(z.string()),
  answer: z.string(),
})
export type SuggestedQuestion = z.infer<typeof SuggestedQuestion>

export const Suggestion = z.object({
  id: Id,
  integration_id: Id,
  /** The item whose text it would replace; null if it would be a new one. */
  target_id: z.nullable(Id),
  content: z.discriminatedUnion('kind', [SuggestedReply, SuggestedQuestion]),
  /** Null if the account was deleted. */
  by_id: z.nullable(Id),
  by_name: z.string(),
  suggested_at: Time,
  state: SuggestionState,
  /** Why it was declined; empty if no reason was given. */
  reason: z.string(),
  decided_by_name: z.nullable(z.string()),
  decided_at: z.nullable(Time),
})
export type Suggestion = z.infer<typeof Suggestion>
export const listSuggestions = schemas({
  output: z.array(Suggestion),
  problems: ['not_found', 'forbidden'],
})
export const suggestCannedReply = schemas({
  input: z.extend(CannedReplyText, { target_id: z._default(z.nullable(Id), null) }),
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const acceptCannedReply = schemas({
  input: CannedReplyText,
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const suggestAnswer = schemas({
  input: z.extend(QuestionConfig, { unanswered_id: UnansweredId }),
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const acceptAnswer = schemas({
  input: QuestionConfig,
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const declineSuggestion = schemas({
  input: z.object({ reason: z._default(text(0, declineReasonCharsMax), '') }),
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const withdrawSuggestion = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const suggestionsChanged = z.object({ integration_id: Id })
export const suggestionDecided = Suggestion
