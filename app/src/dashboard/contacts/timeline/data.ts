import {
  applyNoteDeleted,
  applyTimelineAdded,
  contactChanged,
  contactMerged,
  contactNoteDeleted,
  contactTimelineAdded,
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  createContactNote,
  deleteContactNote,
  listContactTimeline,
  type Output,
  restoreContactNote,
  type TimelineItem,
  type TimelineKind,
  updateContactNote,
} from '@ozvi/contract'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { changeData } from '#platform/calls/cached-data.ts'

type Page = Output<typeof listContactTimeline>
type Added = Parameters<typeof applyTimelineAdded>[1]

export const timelineOf = (integration_id: string, contact_id: string, kind: TimelineKind | null) =>
  infiniteQueryOptions({
    queryKey: ['contact-timeline', { integration_id, contact_id }, kind] as const,
    queryFn: ({ pageParam, signal }) =>
      call(
        listContactTimeline,
        {
          integration_id,
          contact_id,
          ...(kind ? { kind } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        { signal },
      ),
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

interface Pages {
  pages: Page[]
}
/** Replaces the item on its page, or adds it to the first one. */
function added<D extends Pages>(data: D, kind: TimelineKind | null, item: Added): D {
  if (kind && kind !== item.kind) return data
  const pageIndex = data.pages.findIndex(({ items }) => items.some(({ id }) => id === item.id))
  const index = Math.max(pageIndex, 0)
  return {
    ...data,
    pages: data.pages.map((page, position) =>
      position === index ? { ...page, items: applyTimelineAdded(page.items, item) } : page,
    ),
  }
}
const removed = <D extends Pages>(data: D, deleted: { note_id: string; version: number }): D => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: applyNoteDeleted(page.items, deleted) })),
})

/** The timeline of a contact, newest first, live, in pages. */
export function useTimeline(integration_id: string, contact_id: string, kind: TimelineKind | null) {
  const query = timelineOf(integration_id, contact_id, kind)
  const key = { integration_id }
  const isOther = (id: string) => id !== contact_id
  useLiveQuery(query, contactTimelineAdded, key, (data, { contact_id: id, item }) =>
    isOther(id) ? data : added(data, kind, item),
  )
  useLiveQuery(query, contactNoteDeleted, key, (data, deleted) =>
    isOther(deleted.contact_id) ? data : removed(data, deleted),
  )
  useLiveQuery(query, contactMerged, key, (data, { source_id, target_id }) =>
    isOther(source_id) && isOther(target_id) ? data : undefined,
  )
  // Visits and conversations continue: only the server can tell how that changes their item.
  useLiveQuery(query, contactChanged, key, (data, { id }) => (isOther(id) ? data : undefined))
  useLiveQuery(query, conversationChanged, key, (data, { contact }) =>
    isOther(contact.id) ? data : undefined,
  )
  useInvalidateOn(query, [conversationDeleted, conversationHidden], key)
  return useInfiniteQuery(query)
}
export const itemsOf = (data: Pages): TimelineItem[] => [
  ...new Map(
    data.pages.flatMap(({ items }) => items).map((item) => [`${item.kind} ${item.id}`, item]),
  ).values(),
]

/** Actions on notes; each shows the server's answer immediately. */
export function useNoteActions(integration_id: string, contact_id: string) {
  const cache = useQueryClient()
  const key = { integration_id, contact_id }
  const each = (change: <D extends Pages>(data: D, kind: TimelineKind | null) => D) => {
    for (const kind of [null, 'note'] as const)
      changeData(cache, timelineOf(integration_id, contact_id, kind), (data) => change(data, kind))
  }
  const show = (item: Added) => each((data, kind) => added(data, kind, item))
  return {
    write: async (id: string, body: string) => show(await call(createContactNote, { ...key, id, body })),
    edit: async (note_id: string, body: string) =>
      show(await call(updateContactNote, { ...key, note_id, body })),
    remove: async (note_id: string, version: number) => {
      await call(deleteContactNote, { ...key, note_id })
      each((data) => removed(data, { note_id, version: version + 1 }))
    },
    restore: async (note_id: string) => show(await call(restoreContactNote, { ...key, note_id })),
  }
}
