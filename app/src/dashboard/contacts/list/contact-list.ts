import {
  applyContactChanged,
  applyContactErased,
  applyContactsReassigned,
  applyTagMerged,
  contactChanged,
  contactErased,
  contactHidden,
  contactsImported,
  contactMerged,
  contactsReassigned,
  type ContactRecord,
  type ContactSort,
  type ContactFilterParams,
  countContacts,
  matchesContactFilter,
  listContacts,
  type Output,
  tagMerged,
  visitorOnline,
  visitorOffline,
  serializeContactFilter,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'

export interface ListParams extends ContactFilterParams {
  sort: ContactSort
}
/** A row of the list. */
export type ListedContact = Output<typeof listContacts>['items'][number]

const rowsPerPage = 50

export const contactsIn = (integration_id: string, { sort, ...filter }: ListParams) => {
  const filterParams = serializeContactFilter(filter)
  return infiniteQueryOptions({
    queryKey: ['contacts', { integration_id }, { sort, ...filterParams }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listContacts,
        {
          integration_id,
          sort,
          limit: rowsPerPage,
          ...browserTimeZone(),
          ...filterParams,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // Show the previous results while another search is loading.
    placeholderData: keepPreviousData,
  })
}

interface Pages {
  pages: { items: ListedContact[]; next: string | null }[]
}
/**
 * Applies a contact event to the loaded pages; undefined if the list must be read again, because only the
 * server knows the position of a new contact. Rows keep their positions beyond the first page; contacts that
 * no longer match are removed.
 */
function applyChange<D extends Pages>(data: D, isMatch: boolean, changed: ContactRecord): D | undefined {
  const isListed = data.pages.some(({ items }) => items.some(({ id }) => id === changed.id))
  if (!isListed) return data.pages.length > 1 || !isMatch ? data : undefined
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: isMatch
        ? (applyContactChanged(page.items, changed) ?? page.items)
        : page.items.filter(({ id, version }) => id !== changed.id || version > changed.version),
    })),
  }
}

const markOnline = <D extends Pages>(data: D, id: string, is_online: boolean): D => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((row) => (row.id === id ? { ...row, is_online } : row)),
  })),
})

/** A list of contacts, live, in pages; not loaded until its filter is known. */
export function useContacts(integration_id: string, listParams: ListParams, isReady: boolean) {
  const query = contactsIn(integration_id, listParams)
  const key = { integration_id }
  const { id: user_id } = useUser()
  useLiveQuery(query, contactChanged, key, (data, changed) =>
    applyChange(data, matchesContactFilter(listParams, changed, { user_id, now: Date.now() }), changed),
  )
  useLiveQuery(query, visitorOnline, key, (data, { id }) => markOnline(data, id, true))
  useLiveQuery(query, visitorOffline, key, (data, { contact_id }) => markOnline(data, contact_id, false))
  useLiveQuery(query, contactsImported, key, () => undefined)
  const without = (data: Pages, removed: { contact_id: string }) =>
    data.pages.map((page) => ({ ...page, items: applyContactErased(page.items, removed) }))
  useLiveQuery(query, contactErased, key, (data, removed) => ({ ...data, pages: without(data, removed) }))
  useLiveQuery(query, contactHidden, key, (data, removed) => ({ ...data, pages: without(data, removed) }))
  // A restored contact is reported like a new one.
  useLiveQuery(query, contactMerged, key, (data, { source_id: contact_id, is_undone }) =>
    is_undone ? data : { ...data, pages: without(data, { contact_id }) },
  )
  useLiveQuery(query, contactsReassigned, key, (data, reassigned) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: applyContactsReassigned(page.items, reassigned) })),
  }))
  useLiveQuery(query, tagMerged, key, (data, merged) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: applyTagMerged(page.items, merged) })),
  }))
  return useInfiniteQuery({ ...query, enabled: isReady })
}

/** Number of matching contacts of each kind. */
export function countsOf(integration_id: string, { sort: _, kind: __, ...filter }: ListParams) {
  const filterParams = serializeContactFilter(filter)
  return queryOptions({
    queryKey: ['contact-counts', { integration_id, ...filterParams }],
    queryFn: ({ signal }) =>
      call(countContacts, { integration_id, ...browserTimeZone(), ...filterParams }, { signal }),
    placeholderData: keepPreviousData,
  })
}
export function useContactCounts(integration_id: string, listParams: ListParams, isReady: boolean) {
  const query = countsOf(integration_id, listParams)
  useInvalidateOn(
    query,
    [contactChanged, contactErased, contactHidden, contactsImported, contactsReassigned],
    { integration_id },
  )
  return useQuery({ ...query, enabled: isReady }).data
}

/** All loaded rows, without duplicates: a row that moved while pages were loaded may be on two of them. */
export const contactsOf = (data: Pages): ListedContact[] => [
  ...new Map(data.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values(),
]
