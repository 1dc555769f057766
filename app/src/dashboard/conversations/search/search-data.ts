import { searchConversations } from '@ozvi/contract'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#platform/wire.ts'

const hitsPerPage = 20

/** Conversations with all the words, newest message first, page after page; the earlier ones until they are found. */
export const useSearch = (integration_id: string, search: string) =>
  useInfiniteQuery({
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
