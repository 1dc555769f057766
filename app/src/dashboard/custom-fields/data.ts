import {
  applyCustomFieldChanged,
  applyCustomFieldDeleted,
  type ConversationField,
  contactFieldChanged,
  contactFieldDeleted,
  conversationFieldChanged,
  conversationFieldDeleted,
  createContactField,
  createConversationField,
  deleteContactField,
  deleteConversationField,
  type FieldType,
  listContactFields,
  listConversationFields,
  type CustomField,
  updateContactField,
  updateConversationField,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeAll } from '#platform/calls/cached-data.ts'

/** `is_required` exists for conversation fields only. */
export type SavedField = CustomField & Partial<Pick<ConversationField, 'is_required'>>
export interface NewField {
  name: string
  type: FieldType
  options: string[]
  is_required?: boolean
}
export type FieldEdits = Partial<Omit<NewField, 'type'>> & { position?: number }

export const contactFields = (integration_id: string) =>
  queryOptions({
    queryKey: ['contact-fields', { integration_id }],
    queryFn: () => call(listContactFields, { integration_id }),
  })
/** Custom fields of contacts, in order, live. */
export function useContactFields(integration_id: string) {
  const query = contactFields(integration_id)
  const key = { integration_id }
  useLiveQuery(query, contactFieldChanged, key, applyCustomFieldChanged)
  useLiveQuery(query, contactFieldDeleted, key, applyCustomFieldDeleted)
  return useQuery(query)
}

export const conversationFields = (integration_id: string) =>
  queryOptions({
    queryKey: ['conversation-fields', { integration_id }],
    queryFn: () => call(listConversationFields, { integration_id }),
  })
/** Custom fields of conversations, in order, live. */
export function useConversationFields(integration_id: string) {
  const query = conversationFields(integration_id)
  const key = { integration_id }
  useLiveQuery(query, conversationFieldChanged, key, applyCustomFieldChanged)
  useLiveQuery(query, conversationFieldDeleted, key, applyCustomFieldDeleted)
  return useQuery(query)
}

const calls = {
  contact: {
    query: contactFields,
    create: (integration_id: string, field: NewField) =>
      call(createContactField, { integration_id, ...field }),
    update: (integration_id: string, field_id: string, changes: FieldEdits) =>
      call(updateContactField, { integration_id, field_id, ...changes }),
    remove: deleteContactField,
  },
  conversation: {
    query: conversationFields,
    create: (integration_id: string, field: NewField) =>
      call(createConversationField, { integration_id, ...field }),
    update: (integration_id: string, field_id: string, changes: FieldEdits) =>
      call(updateConversationField, { integration_id, field_id, ...changes }),
    remove: deleteConversationField,
  },
}
/** Actions on custom fields; each shows the server's answer immediately. */
export function useFieldActions(holder: 'contact' | 'conversation', integration_id: string) {
  const cache = useQueryClient()
  const { query, create, update, remove } = calls[holder]
  const { queryKey } = query(integration_id)
  const change = (by: (list: readonly SavedField[]) => SavedField[]) =>
    changeAll<SavedField[]>(cache, queryKey, by)
  return {
    create: async (field: NewField) => {
      const created = await create(integration_id, field)
      change((list) => applyCustomFieldChanged<SavedField>(list, created))
    },
    update: async (field_id: string, changes: FieldEdits) => {
      const changed = await update(integration_id, field_id, changes)
      change((list) => applyCustomFieldChanged<SavedField>(list, changed))
    },
    /** Other fields move too, so they are refetched. */
    move: async (field_id: string, position: number) => {
      await update(integration_id, field_id, { position })
      await cache.invalidateQueries({ queryKey })
    },
    remove: async (field_id: string) => {
      await call(remove, { integration_id, field_id })
      change((list) => applyCustomFieldDeleted(list, { id: field_id }))
    },
  }
}
export type FieldActions = ReturnType<typeof useFieldActions>
