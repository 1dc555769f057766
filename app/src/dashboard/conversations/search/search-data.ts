import { contactChanged, searchConversations } from '@ozvi/contract'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useLive } from '#platform/calls/live.ts'
import { call } from '#platform/calls/wire.ts'
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
    // The first page has no mark; the library infers the marks' type from here.
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
/** Conversations with all the words, newest message first, page after page; the earlier ones until they are found. */
export function useSearch(integration_id: string, search: string) {
  const query = searchOf(integration_id, search)
  useLive(query, contactChanged, { integration_id }, (data, contact) => ({
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((hit) => ({ ...hit, conversation: withContactName(hit.conversation, contact) })),
    })),
  }))
  return useInfiniteQuery(query)
}
