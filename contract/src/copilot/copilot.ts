import { defineRoute } from '../api.ts'
import type * as schema from './copilot.schema.ts'

export type { CopilotFailure, DraftedReply, TranslatedMessage } from './copilot.schema.ts'

/** Ways to rewrite a member's text. */
export const rewriteKinds = ['correct', 'shorten', 'friendly', 'formal', 'translate'] as const
export type RewriteKind = (typeof rewriteKinds)[number]

/** Rewrites a member's text with the workspace's language model. Stores nothing. */
export const rewriteReply = defineRoute<typeof schema.rewriteReply>()(
  'POST',
  '/api/integration/:integration_id/copilot/rewrite',
)
const conversation = '/api/integration/:integration_id/conversation/:conversation_id/copilot'
/** Summarizes a conversation with the workspace's language model. Stores nothing. */
export const summarizeConversation = defineRoute<typeof schema.summarizeConversation>()(
  'POST',
  `${conversation}/summary`,
)
/**
 * Translates the last messages that the customer can see with the workspace's language model. Stores nothing.
 */
export const translateConversation = defineRoute<typeof schema.translateConversation>()(
  'POST',
  `${conversation}/translation`,
)
/**
 * Drafts a reply to the customer's last question from the workspace's content: written by the language model, or quoted
 * without one. Stores nothing.
 * @returns null if the content has no answer to it
 */
export const draftReply = defineRoute<typeof schema.draftReply>()('POST', `${conversation}/draft`)
