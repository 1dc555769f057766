import { type ListOf, listSavedViews, type SavedView, savedViewsChanged } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const savedViewsOf = (integration_id: string, list: ListOf) =>
  queryOptions({
    queryKey: ['saved-views', { integration_id, list }],
    queryFn: () => call(listSavedViews, { integration_id, list }),
  })
/** Shared and personal views, live; undefined until loaded. */
export function useSavedViews(integration_id: string, list: ListOf): SavedView[] | undefined {
  const query = savedViewsOf(integration_id, list)
  useInvalidateOn(query, savedViewsChanged, { integration_id })
  return useQuery(query).data
}
