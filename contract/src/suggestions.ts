import * as z from 'zod/mini'
import { CannedReplyText } from './canned-replies.ts'
import { workspaceChannel } from './channels.ts'
import { QuestionConfig, UnansweredId } from './data-sources.ts'
import { Id, Locale, text, Time } from './fields.ts'
import { Attachment } from './files.ts'
import { event, Nothing, route } from './api.ts'

/*
 * Suggestions of members for canned replies and answers. They can't be used until a member who manages content
 * accepts them.
 */

export const declineReasonCharsMax = 500
/** As many may wait in one workspace. */
export const suggestionsMax = 500
/** Of those that were decided on, one's newest are listed. */
export const decidedSuggestionsShown = 20

export const SuggestionState = z.enum(['suggested', 'accepted', 'declined'])
export type SuggestionState = z.infer<typeof SuggestionState>

/** What kind of thing is suggested. */
export const SuggestionTopic = z.enum(['canned_reply', 'question'])
export type SuggestionTopic = z.infer<typeof SuggestionTopic>

/** A canned reply of the team's, as it would be. */
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
  /** What it would put other words into; null: it would be new. */
  target_id: z.nullable(Id),
  content: z.discriminatedUnion('kind', [SuggestedReply, SuggestedQuestion]),
  /** Null once their account is gone. */
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

/**
 * The caller's own suggestions, including those decided recently; reviewers also get everyone's pending ones.
 * Newest first.
 */
export const listSuggestions = route({
  method: 'GET',
  path: '/api/integration/:integration_id/suggestion',
  output: z.array(Suggestion),
  problems: ['not_found', 'forbidden'],
})
/**
 * Suggests a shared reply, or a new text for an existing one. Repeating the call replaces the suggestion's
 * text, also after it was declined.
 * @throws Problem `not_found`: another member's suggestion, or no shared reply to change · `invalid_input` as
 * in `saveCannedReply`; on `shortcut`: `suggestionsMax` are pending; on `state`: accepted already
 */
export const suggestCannedReply = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/suggestion/:suggestion_id/canned-reply',
  input: z.extend(CannedReplyText, { target_id: z._default(z.nullable(Id), null) }),
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Saves it as a shared reply with this text, which may differ from the suggested one. A reply deleted since is
 * created again. Repeating the call changes nothing.
 * @throws Problem `invalid_input` as in `saveCannedReply`; on `state`: it was declined
 */
export const acceptCannedReply = route({
  method: 'POST',
  path: '/api/integration/:integration_id/suggestion/:suggestion_id/canned-reply/accept',
  input: CannedReplyText,
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Suggests an answer for the assistant. Repeating the call replaces its text, also after it was declined.
 * @throws Problem `not_found`: another member's suggestion · `invalid_input` on `question`: `suggestionsMax`
 * are pending; on `state`: accepted already
 */
export const suggestAnswer = route({
  method: 'PUT',
  path: '/api/integration/:integration_id/suggestion/:suggestion_id/question',
  input: z.extend(QuestionConfig, { unanswered_id: UnansweredId }),
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Makes a data source of it, in these words, which may be others than those suggested. Repeated, it changes nothing
 * more.
 *
 * @throws Problem `invalid_input` on `state`: it was declined
 */
export const acceptAnswer = route({
  method: 'POST',
  path: '/api/integration/:integration_id/suggestion/:suggestion_id/question/accept',
  input: QuestionConfig,
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** @throws Problem `invalid_input` on `state`: it is accepted already */
export const declineSuggestion = route({
  method: 'POST',
  path: '/api/integration/:integration_id/suggestion/:suggestion_id/decline',
  input: z.object({ reason: z._default(text(0, declineReasonCharsMax), '') }),
  output: Suggestion,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** Withdraws the caller's suggestion, or removes a decided one from their list; accepted content stays. */
export const withdrawSuggestion = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/suggestion/:suggestion_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})

/**
 * A suggestion was created, changed, decided or withdrawn. Clients reload their list, because each member sees
 * a different one.
 */
export const suggestionsChanged = event('SuggestionsChanged', {
  data: z.object({ integration_id: Id }),
  channel: workspaceChannel,
})
/** Sent to the member who made the suggestion, on every page. */
export const suggestionDecided = event('SuggestionDecided', {
  data: Suggestion,
  channel: ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
})
