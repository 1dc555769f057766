import {
  blockContact,
  type BlockedContact,
  contactChanged,
  listBlockedContacts,
  unblockContact,
} from '@ozvi/contract'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'

export const blockedOf = (integration_id: string, search = '') =>
  queryOptions({
    queryKey: ['blocked-contacts', { integration_id }, search] as const,
    queryFn: () => call(listBlockedContacts, { integration_id, search }),
    placeholderData: keepPreviousData,
  })
/** Blocked contacts, newest block first, live. */
export function useBlockedContacts(integration_id: string, search: string) {
  const query = blockedOf(integration_id, search)
  useInvalidateOn(query, contactChanged, { integration_id })
  return useQuery(query)
}
export function useBlockedActions(integration_id: string) {
  const cache = useQueryClient()
  const reload = () => cache.invalidateQueries({ queryKey: ['blocked-contacts', { integration_id }] })
  return {
    async unblock({ id: contact_id }: BlockedContact) {
      await call(unblockContact, { integration_id, contact_id })
      await reload()
    },
    /** Restores the block with its end and reason. */
    async restore({ id: contact_id, until, reason }: BlockedContact) {
      await call(blockContact, { integration_id, contact_id, until, reason })
      await reload()
    },
  }
}
