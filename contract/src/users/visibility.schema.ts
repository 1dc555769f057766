import * as z from 'zod/mini'
import { Id } from '../fields.schema.ts'
import { conversationAccessLevels } from './visibility.ts'

/**
 * Which conversations an agent sees. `own`: those assigned to them or mentioning them in a note; `team`: also
 * those assigned to one of their teams. They see the contacts of these conversations, those they wrote to
 * first, and those they own.
 */
export const ConversationAccess = z.enum(conversationAccessLevels)
export type ConversationAccess = z.infer<typeof ConversationAccess>
export const conversationHidden = z.object({
  integration_id: Id,
  conversation_id: Id,
  /** The version of the change. Keep cached data with a higher version. */
  version: z.int(),
})
export const contactHidden = z.object({ integration_id: Id, contact_id: Id })
export type Hidden = z.infer<typeof conversationHidden>
