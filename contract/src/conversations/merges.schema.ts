import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'
import { Conversation } from './conversations.schema.ts'

const End = z.object({ id: Id, number: z.int() })
export const ConversationMerge = z.object({
  id: Id,
  /** Closed by the merge. New messages of its customer go to `target`. */
  source: End,
  target: End,
  /** Number of entries moved. */
  moved: z.int(),
  at: Time,
  /** Until when the merge can be undone. */
  undo_until: Time,
  undone_at: z.nullable(Time),
})
export type ConversationMerge = z.infer<typeof ConversationMerge>
export const mergeConversation = schemas({
  input: z.object({ id: Id, into_id: Id }),
  output: ConversationMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const undoMerge = schemas({
  output: ConversationMerge,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const splitConversation = schemas({
  input: z.object({ id: Id, message_id: Id }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
