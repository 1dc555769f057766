import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './fields.schema.ts'

export type { ConversationField } from './fields.schema.ts'

/*
 * Custom fields of conversations. Required ones must be filled in before a conversation is resolved.
 */

const path = '/api/integration/:integration_id/conversation-field'
/** Lists the workspace's custom conversation fields, in order. */
export const listConversationFields = defineRoute<typeof schema.listConversationFields>()('GET', path)
/** Creates a custom conversation field. */
export const createConversationField = defineRoute<typeof schema.createConversationField>()('POST', path)
/** Changes a custom conversation field, its position, or whether it is required to resolve. */
export const updateConversationField = defineRoute<typeof schema.updateConversationField>()(
  'PUT',
  `${path}/:field_id`,
)
/** Deletes a custom conversation field with all its values. */
export const deleteConversationField = defineRoute<typeof schema.deleteConversationField>()(
  'DELETE',
  `${path}/:field_id`,
)
/**
 * Sets values of custom fields. Setting the current value changes nothing.
 * @throws Problem `invalid_input` on `fields.{id}`: no such field or value
 */
export const setConversationFields = defineRoute<typeof schema.setConversationFields>()(
  'POST',
  '/api/integration/:integration_id/conversation/:conversation_id/fields',
)

export const conversationFieldChanged = defineEvent<typeof schema.conversationFieldChanged>()(
  'ConversationFieldChanged',
  workspaceChannel,
)
export const conversationFieldDeleted = defineEvent<typeof schema.conversationFieldDeleted>()(
  'ConversationFieldDeleted',
  workspaceChannel,
)
