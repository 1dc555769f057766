import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'

export const deleteConversation = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const conversationDeleted = z.object({ integration_id: Id, conversation_id: Id })
export const visitorConversationDeleted = z.object({ conversation_id: Id })
