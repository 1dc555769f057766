import {
  applyContactFieldChanged,
  applyContactFieldDeleted,
  type ContactField,
  contactFieldChanged,
  contactFieldDeleted,
  createContactField,
  deleteContactField,
  type Input,
  listContactFields,
  updateContactField,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#platform/live.ts'
import { call } from '#platform/wire.ts'

const fieldsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['contact-fields', { integration_id }],
    queryFn: () => call(listContactFields, { integration_id }),
  })
/** The team's own fields, in their order, live. */
export function useContactFields(integration_id: string) {
  const query = fieldsQuery(integration_id)
  const key = { integration_id }
  useLive(query, contactFieldChanged, key, applyContactFieldChanged)
  useLive(query, contactFieldDeleted, key, applyContactFieldDeleted)
  return useQuery(query)
}

type Changes = Omit<Input<typeof updateContactField>, 'integration_id' | 'field_id'>
/** What can be done to them; each shows at once what the server says. */
export function useFieldActions(integration_id: string) {
  const cache = useQueryClient()
  const { queryKey } = fieldsQuery(integration_id)
  const show = (field: ContactField) =>
    cache.setQueryData(queryKey, (list) => list && applyContactFieldChanged(list, field))
  return {
    create: async (field: Omit<Input<typeof createContactField>, 'integration_id'>) =>
      show(await call(createContactField, { integration_id, ...field })),
    update: async (field_id: string, changes: Changes) =>
      show(await call(updateContactField, { integration_id, field_id, ...changes })),
    /** Others move too, so they are read again. */
    move: async (field_id: string, position: number) => {
      await call(updateContactField, { integration_id, field_id, position })
      await cache.invalidateQueries({ queryKey })
    },
    remove: async (field_id: string) => {
      await call(deleteContactField, { integration_id, field_id })
      cache.setQueryData(queryKey, (list) => list && applyContactFieldDeleted(list, { id: field_id }))
    },
  }
}
