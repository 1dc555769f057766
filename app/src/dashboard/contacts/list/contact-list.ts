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
    // The first page has no mark; the library infers the marks' type from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // While another search is on its way the rows of the last one stay.
    placeholderData: keepPreviousData,
  })
}

interface Pages {
  pages: { items: ListedContact[]; next: string | null }[]
}
/**
 * What news of one contact does to a list as far as it was read; undefined when it must be read again, since
 * the server alone knows the place of somebody new. A list read further than its first page keeps its places
 * under the reader's eyes; who is wanted no more leaves it.
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

/** One list of contacts, live, page after page; not read while nobody knows yet what is wanted. */
export function useContacts(integration_id: string, wanted: Wanted, isKnown: boolean) {
  const query = contactsIn(integration_id, wanted)
  const key = { integration_id }
  const { id: user_id } = useUser()
  useLive(query, contactChanged, key, (data, changed) =>
    applyNews(data, isContactWanted(wanted, changed, { user_id, now: Date.now() }), changed),
  )
  useLive(query, visitorCameOnline, key, (data, { id }) => markOnline(data, id, true))
  useLive(query, visitorLeft, key, (data, { contact_id }) => markOnline(data, contact_id, false))
  // Whom an import has made or changed, it does not tell one by one.
  useLive(query, contactImportChanged, key, (data, { status }) =>
    ['waiting', 'checking', 'checked'].includes(status) ? data : undefined,
  )
  const without = (data: Pages, gone: { contact_id: string }) =>
    data.pages.map((page) => ({ ...page, items: applyContactErased(page.items, gone) }))
  useLive(query, contactErased, key, (data, gone) => ({ ...data, pages: without(data, gone) }))
  useLive(query, contactHidden, key, (data, gone) => ({ ...data, pages: without(data, gone) }))
  // Who is a contact again is told as any other who is new.
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

/** How many the filter finds, of each kind. */
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

/** All rows read so far, each once: one that moved while pages were read may stand on two of them. */
export const contactsOf = (data: Pages): ListedContact[] => [
  ...new Map(data.pages.flatMap(({ items }) => items).map((row) => [row.id, row])).values(),
]
