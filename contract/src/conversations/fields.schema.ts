import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id } from '../fields.schema.ts'
import {
  CustomField,
  CustomFieldChanges,
  FieldChanges,
  NewCustomField,
} from '../filters/custom-fields.schema.ts'
import { Conversation } from './conversations.schema.ts'

/** `is_required`: members can't resolve a conversation in which it is empty. */
export const ConversationField = z.extend(CustomField, { is_required: z.boolean() })
export type ConversationField = z.infer<typeof ConversationField>
export const listConversationFields = schemas({
  output: z.array(ConversationField),
  problems: ['not_found'],
})
export const createConversationField = schemas({
  input: z.extend(NewCustomField, { is_required: z._default(z.boolean(), false) }),
  output: ConversationField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const updateConversationField = schemas({
  input: z.extend(CustomFieldChanges, { is_required: z.optional(z.boolean()) }),
  output: ConversationField,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteConversationField = schemas({
  output: Nothing,
  problems: ['not_found', 'forbidden'],
})
export const setConversationFields = schemas({
  input: z.object({ fields: FieldChanges }),
  output: Conversation,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const conversationFieldChanged = ConversationField
export const conversationFieldDeleted = z.object({ id: Id, integration_id: Id })
