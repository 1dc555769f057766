import {
  type AuditFilter,
  auditRecorded,
  contactChanged,
  listAuditActors,
  listAuditEntries,
  updateAuditRetention,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { call } from '#platform/calls/api-client.ts'

const entriesPerPage = 50
const entriesOf = (integration_id: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-log', { integration_id }, filter] as const,
    queryFn: ({ pageParam }) =>
      call(listAuditEntries, {
        integration_id,
        ...filter,
        limit: entriesPerPage,
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

/** Entries, newest first, live, in pages. */
export function useEntries(integration_id: string, filter: AuditFilter) {
  const query = entriesOf(integration_id, filter)
  useInvalidateOn(query, auditRecorded, { integration_id })
  useLiveQuery(query, contactChanged, { integration_id }, (data, changed) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      contacts: page.contacts.map((contact) =>
        contact.id === changed.id ? { ...contact, name: changed.name, email: changed.email } : contact,
      ),
    })),
  }))
  return useInfiniteQuery(query)
}

const actorsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['audit-actors', { integration_id }],
    queryFn: () => call(listAuditActors, { integration_id }),
  })
/** Everyone who appears in the log. */
export function useActors(integration_id: string) {
  const query = actorsOf(integration_id)
  useInvalidateOn(query, auditRecorded, { integration_id })
  return useQuery(query).data ?? []
}

export async function setRetention(integration_id: string, keep_days: number | null) {
  await call(updateAuditRetention, { integration_id, keep_days })
  await queryClient.invalidateQueries({ queryKey: ['audit-log', { integration_id }] })
}
