import * as z from 'zod/mini'
import { Conversation } from './conversations.ts'
import { Id, Time } from '../fields.ts'
import { route } from '../api.ts'

/*
 * Two conversations of one person become one, or one becomes two. Every entry keeps its id and stands in exactly
 * one of them; a thread that entries came to, or left, is numbered anew behind its last number.
 */

/** As many entries, of both conversations, can be put in one order at once. */
export const mergedMessagesMax = 5_000

const End = z.object({ id: Id, number: z.int() })
export const ConversationMerge = z.object({
  id: Id,
  /** Closed since; whatever its customer writes there goes to `target`. */
  source: End,
  target: End,
  /** So many entries have moved. */
  moved: z.int(),
  at: Time,
  /** It can be taken back until then. */
  undo_until: Time,
  undone_at: z.nullable(Time),
})
export type ConversationMerge = z.infer<typeof ConversationMerge>

/**
 * Puts all entries of a conversation among those of another one of the same contact, in the order of time. The
 * merge's id is the caller's to choose: the same one again answers what it has done.
 *
 * @throws Problem `invalid_input` on `into_id`: itself, of another contact, begun in
 *   another browser (contacts that were merged have several), merged already, spam, with the same
 *   message, or both together have more than `mergedMessagesMax` entries; on `conversation_id`: merged already, spam
 */
export const mergeConversation = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation/:conversation_id/merge',
  input: z.object({ id: Id, into_id: Id }),
  output: ConversationMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * Every entry that has moved is in its former conversation again, in its former order; what was written since
 * stays in the target. Taken back already, it answers as the first time.
 *
 * @throws Problem `invalid_input` on `merge_id`: too long ago, or the target itself was merged since
 */
export const undoMerge = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation-merge/:merge_id/undo',
  output: ConversationMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/**
 * The message and all that comes after it become a new conversation of the same contact, under an id that the caller
 * has chosen. Merging that one into the first takes it back.
 *
 * @returns the new conversation; the same one when repeated
 * @throws Problem `invalid_input` on `message_id`: nothing was said before it, or the thread has more than
 *   `mergedMessagesMax` entries; on `conversation_id`: merged already, spam; on `id`: in use
 */
export const splitConversation = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation/:conversation_id/split',
  input: z.object({ id: Id, message_id: Id }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
