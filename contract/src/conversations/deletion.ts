import { defineEvent, defineRoute } from '../api.ts'
import { visitorChannel, workspaceChannel } from '../channels.ts'
import type * as schema from './deletion.schema.ts'

/**
 * Permanently deletes a conversation with its messages, for the team and the customer, including conversations
 * merged into it. A later message of the customer starts a new one.
 */
export const deleteConversation = defineRoute<typeof schema.deleteConversation>()(
  'DELETE',
  '/api/integration/:integration_id/conversation/:conversation_id',
)

/** Sent to the team. */
export const conversationDeleted = defineEvent<typeof schema.conversationDeleted>()(
  'ConversationDeleted',
  workspaceChannel,
)
/** Sent to the customer. */
export const visitorConversationDeleted = defineEvent<typeof schema.visitorConversationDeleted>()(
  'ConversationDeleted',
  visitorChannel,
)
/** The list without the deleted conversation. */
export const applyConversationDeleted = <R extends { id: string }>(
  list: readonly R[],
  { conversation_id }: { conversation_id: string },
): R[] => list.filter(({ id }) => id !== conversation_id)
