import { defineRoute } from '../api.ts'
import type * as schema from './merges.schema.ts'

export type { ConversationMerge } from './merges.schema.ts'

/*
 * Merges two conversations of one contact, or splits one. Every entry keeps its id and is in exactly one
 * conversation; a thread that gains or loses entries is renumbered after its last number.
 */

/** The most entries of both conversations that can be merged. */
export const mergedMessagesMax = 5_000

/**
 * Moves all entries of a conversation into another conversation of the same contact, ordered by time. The
 * caller chooses the id of the merge; a repeated call returns the same result.
 * @throws Problem `invalid_input` on `into_id`: the same conversation, of another contact or browser, already
 * merged, spam, or with more than `mergedMessagesMax` entries together; on `conversation_id`: already merged,
 * or spam
 */
export const mergeConversation = defineRoute<typeof schema.mergeConversation>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/merge',
)
/**
 * Moves all entries back to their previous conversation, in their previous order. Messages written since stay
 * in the target. Repeating the call returns the same result.
 * @throws Problem `invalid_input` on `merge_id`: too long ago, or the target itself was merged since
 */
export const undoMerge = defineRoute<typeof schema.undoMerge>()(
  'POST',
  '/api/integration/:integration_id/conversation-merge/:merge_id/undo',
)
/**
 * Moves a message and everything after it to a new conversation of the same contact. The caller chooses its
 * id. Merging the new conversation back reverts the split.
 * @returns the new conversation; the same one when repeated
 * @throws Problem `invalid_input` on `message_id`: it is the first message, or the thread has more than
 * `mergedMessagesMax` entries; on `conversation_id`: merged already, or spam; on `id`: in use
 */
export const splitConversation = defineRoute<typeof schema.splitConversation>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/split',
)
