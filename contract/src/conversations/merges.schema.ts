import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, Time } from '../fields.schema.ts'
import { Conversation } from './conversations.schema.ts'

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
