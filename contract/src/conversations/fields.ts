import * as z from 'zod/mini'
import { workspaceChannel } from '../channels.ts'
import { Conversation } from './conversations.ts'
import { Id } from '../fields.ts'
import { event, Nothing, route } from '../api.ts'
import { FieldChanges, NewCustomField, CustomField, CustomFieldChanges } from '../filters/custom-fields.ts'

/*
 * What a team notes of its conversations beyond what every one has, and what of it must be known before one is
 * resolved.
 */

/** `is_required`: no member resolves a conversation in which it is empty. */
export const ConversationField = z.extend(CustomField, { is_required: z.boolean() })
export type ConversationField = z.infer<typeof ConversationField>

const path = '/api/integration/:integration_id/conversation-field'
/** In their order. */
export const listConversationFields = route({
  method: 'GET',
  path,
  output: z.array(ConversationField),
  problems: ['not_found'],
})
export const createConversationField = route({
  method: 'POST',
  path,
  input: z.extend(NewCustomField, { is_required: z._default(z.boolean(), false) }),
  output: ConversationField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateConversationField = route({
  method: 'PUT',
  path: `${path}/:field_id`,
  input: z.extend(CustomFieldChanges, { is_required: z.optional(z.boolean()) }),
  output: ConversationField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
/** With everything written in it. */
export const deleteConversationField = route({
  method: 'DELETE',
  path: `${path}/:field_id`,
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
/**
 * Setting the current value changes nothing.
 * @throws Problem `invalid_input` on `fields.{id}`: no such field or value
 */
export const setConversationFields = route({
  method: 'POST',
  path: '/api/integration/:integration_id/conversation/:conversation_id/fields',
  input: z.object({ fields: FieldChanges }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

export const conversationFieldChanged = event('ConversationFieldChanged', {
  channel: workspaceChannel,
  data: ConversationField,
})
export const conversationFieldDeleted = event('ConversationFieldDeleted', {
  channel: workspaceChannel,
  data: z.object({ id: Id, integration_id: Id }),
})
