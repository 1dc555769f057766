import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './suggestions.schema.ts'

export type {
  SuggestionState,
  SuggestionTopic,
  SuggestedReply,
  SuggestedQuestion,
  Suggestion,
} from './suggestions.schema.ts'

/*
 * Suggestions of members for canned replies and answers. They can't be used until a member who manages content
 * accepts them.
 */

export const declineReasonCharsMax = 500
/** Suggestions waiting for a decision in one workspace. */
export const suggestionsMax = 500
/** The most reviewed suggestions of a member that are listed, newest first. */
export const decidedSuggestionsShown = 20

/**
 * Lists the caller's suggestions, including recently decided ones, newest first. Reviewers also get
 * everyone's pending suggestions.
 */
export const listSuggestions = defineRoute<typeof schema.listSuggestions>()(
  'GET',
  '/api/integration/:integration_id/suggestion',
)
/**
 * Suggests a shared reply or a new text for an existing one. Repeating the call replaces the suggestion's
 * text, even after it was declined.
 * @throws Problem `not_found`: another member's suggestion, or no shared reply to change · `invalid_input` as
 * in `saveCannedReply`; on `shortcut`: `suggestionsMax` are pending; on `state`: already accepted
 */
export const suggestCannedReply = defineRoute<typeof schema.suggestCannedReply>()(
  'PUT',
  '/api/integration/:integration_id/suggestion/:suggestion_id/canned-reply',
)
/**
 * Saves the suggestion as a shared reply with this text, which may differ from the suggested one. A reply
 * deleted since is created again. Repeating the call changes nothing.
 * @throws Problem `invalid_input` as in `saveCannedReply`; on `state`: it was declined
 */
export const acceptCannedReply = defineRoute<typeof schema.acceptCannedReply>()(
  'POST',
  '/api/integration/:integration_id/suggestion/:suggestion_id/canned-reply/accept',
)
/**
 * Suggests an answer for the assistant. Repeating the call replaces its text, even after it was declined.
 * @throws Problem `not_found`: another member's suggestion · `invalid_input` on `question`: `suggestionsMax`
 * are pending; on `state`: already accepted
 */
export const suggestAnswer = defineRoute<typeof schema.suggestAnswer>()(
  'PUT',
  '/api/integration/:integration_id/suggestion/:suggestion_id/question',
)
/**
 * Saves the suggestion as a data source with this text, which may differ from the suggested one. Repeating
 * the call changes nothing.
 * @throws Problem `invalid_input` on `state`: it was declined
 */
export const acceptAnswer = defineRoute<typeof schema.acceptAnswer>()(
  'POST',
  '/api/integration/:integration_id/suggestion/:suggestion_id/question/accept',
)
/**
 * Declines a suggestion.
 * @throws Problem `invalid_input` on `state`: already accepted
 */
export const declineSuggestion = defineRoute<typeof schema.declineSuggestion>()(
  'POST',
  '/api/integration/:integration_id/suggestion/:suggestion_id/decline',
)
/** Withdraws the caller's suggestion or removes a decided one from their list. Accepted content stays. */
export const withdrawSuggestion = defineRoute<typeof schema.withdrawSuggestion>()(
  'DELETE',
  '/api/integration/:integration_id/suggestion/:suggestion_id',
)

/**
 * A suggestion was created, changed, decided or withdrawn. Clients reload their list, because each member sees
 * a different one.
 */
export const suggestionsChanged = defineEvent<typeof schema.suggestionsChanged>()(
  'SuggestionsChanged',
  workspaceChannel,
)
/** Sent to the member who made the suggestion, on every page. */
export const suggestionDecided = defineEvent<typeof schema.suggestionDecided>()(
  'SuggestionDecided',
  ({ user_id }: { user_id: string }) => `private-user.${user_id}`,
)
