import * as z from 'zod/mini'
import { visitorChannel, workspaceChannel } from '../channels.ts'
import { Id } from '../fields.ts'
import { event, Nothing, route } from '../api.ts'

/**
 * Permanently deletes a conversation with its messages, for the team and the customer, including conversations
 * merged into it. A later message of the customer starts a new one.
 */
export const deleteConversation = route({
  method: 'DELETE',
  path: '/api/integration/:integration_id/conversation/:conversation_id',
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})

/** To the team. */
export const conversationDeleted = event('ConversationDeleted', {
  data: z.object({ integration_id: Id, conversation_id: Id }),
  channel: workspaceChannel,
})
/** To its customer. */
export const visitorConversationDeleted = event('ConversationDeleted', {
  data: z.object({ conversation_id: Id }),
  channel: visitorChannel,
})
/** Without it. */
export const applyConversationDeleted = <R extends { id: string }>(
  list: readonly R[],
  { conversation_id }: { conversation_id: string },
): R[] => list.filter(({ id }) => id !== conversation_id)
