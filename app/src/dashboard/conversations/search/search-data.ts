import { contactChanged, searchConversations } from '@ozvi/contract'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { withContactName } from '#dashboard/contact-names'

const hitsPerPage = 20

const searchOf = (integration_id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['conversation-search', { integration_id }, search],
    queryFn: ({ pageParam }) =>
      call(searchConversations, {
        integration_id,
        search,
        limit: hitsPerPage,
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    // The first page has no cursor; the type of cursors is inferred from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
/** Conversations with all words, newest message first, in pages; shows the previous results until loaded. */
export function useSearch(integration_id: string, search: string) {
  const query = searchOf(integration_id, search)
  useLiveQuery(query, contactChanged, { integration_id }, (data, contact) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((hit) => ({ ...hit, conversation: withContactName(hit.conversation, contact) })),
    })),
  }))
  return useInfiniteQuery(query)
}
