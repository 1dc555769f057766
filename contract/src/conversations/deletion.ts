import * as z from 'zod/mini'
import { visitorChannel, workspaceChannel } from '../channels.ts'
import { Id } from '../fields.ts'
import { event, Nothing, route } from '../api.ts'

/**
 * Removes a conversation with all that was said in it, for the team and its customer alike, and what was merged into
 * it; it cannot be taken back. What its customer writes into it later begins another one.
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
