import {
  applyContactChanged,
  applyContactErased,
  applyContactsPassedOn,
  applyTagMerged,
  contactChanged,
  contactErased,
  contactHidden,
  contactImportChanged,
  contactMerged,
  contactsPassedOn,
  type ContactRecord,
  type ContactSort,
  type ContactsWanted,
  countContacts,
  isContactWanted,
  listContacts,
  type Output,
  tagMerged,
  visitorCameOnline,
  visitorLeft,
  writeContactFilter,
} from '@ozvi/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { here } from '#platform/time/here.ts'
import { useLive, useReadAgain } from '#platform/calls/live.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'

export interface Wanted extends ContactsWanted {
  sort: ContactSort
}
/** A row of the list. */
export type ListedContact = Output<typeof listContacts>['items'][number]

const rowsPerPage = 50

const contactsIn = (integration_id: string, { sort, ...filter }: Wanted) => {
  const asked = writeContactFilter(filter)
  return infiniteQueryOptions({
    queryKey: ['contacts', { integration_id }, { sort, ...asked }] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listContacts,
        {
          integration_id,
          sort,
          limit: rowsPerPage,
          ...here(),
          ...asked,
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
function applyNews<D extends Pages>(data: D, isWanted: boolean, changed: ContactRecord): D | undefined {
  const isHeld = data.pages.some(({ items }) => items.some(({ id }) => id === changed.id))
  if (!isHeld) return data.pages.length > 1 || !isWanted ? data : undefined
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: isWanted
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
export function useContacts(integration_id: string, wanted: Wanted, isKnown: boolean) {
  const query = contactsIn(integration_id, wanted)
  const key = { integration_id }
  const { id: user_id } = useUser()
  useLive(query, contactChanged, key, (data, changed) =>
    applyNews(data, isContactWanted(wanted, changed, { user_id, now: Date.now() }), changed),
  )
  useLive(query, visitorCameOnline, key, (data, { id }) => markOnline(data, id, true))
  useLive(query, visitorLeft, key, (data, { contact_id }) => markOnline(data, contact_id, false))
  // Contacts created or changed by an import have no individual events.
  useLive(query, contactImportChanged, key, (data, { status }) =>
    ['waiting', 'checking', 'checked'].includes(status) ? data : undefined,
  )
  const without = (data: Pages, gone: { contact_id: string }) =>
    data.pages.map((page) => ({ ...page, items: applyContactErased(page.items, gone) }))
  useLive(query, contactErased, key, (data, gone) => ({ ...data, pages: without(data, gone) }))
  useLive(query, contactHidden, key, (data, gone) => ({ ...data, pages: without(data, gone) }))
  // A restored contact is reported like a new one.
  useLive(query, contactMerged, key, (data, { source_id: contact_id, is_undone }) =>
    is_undone ? data : { ...data, pages: without(data, { contact_id }) },
  )
  useLive(query, contactsPassedOn, key, (data, passed) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: applyContactsPassedOn(page.items, passed) })),
  }))
  useLive(query, tagMerged, key, (data, merged) => ({
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: applyTagMerged(page.items, merged) })),
  }))
  return useInfiniteQuery({ ...query, enabled: isKnown })
}

/** Matching contacts, by kind. */
export function useContactCounts(
  integration_id: string,
  { sort: _, kind: __, ...filter }: Wanted,
  isKnown: boolean,
) {
  const asked = writeContactFilter(filter)
  const query = queryOptions({
    queryKey: ['contact-counts', { integration_id, ...asked }],
    queryFn: ({ signal }) => call(countContacts, { integration_id, ...here(), ...asked }, { signal }),
    placeholderData: keepPreviousData,
  })
  useReadAgain(
    query,
    [contactChanged, contactErased, contactHidden, contactImportChanged, contactsPassedOn],
    { integration_id },
  )
  return useQuery({ ...query, enabled: isKnown }).data
}

/** All loaded rows, without duplicates: a row that moved while pages were loaded may be on two of them. */
export const contactsOf = (data: Pages): ListedContact[] => [
  ...new Map(data.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values(),
]
