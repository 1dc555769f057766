import {
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  countSavedViews,
  parseFilter,
  type SavedView,
  savedViewsChanged,
  serializeFilter,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { parseListParams, type ListParams } from './list-params.ts'

const countsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['saved-view-counts', { integration_id }],
    queryFn: () => call(countSavedViews, { integration_id, ...browserTimeZone() }),
  })
/** Counts of the saved views. */
export function useSavedCounts(integration_id: string, isEnabled: boolean): Record<string, number> {
  const query = countsOf(integration_id)
  useInvalidateOn(query, [conversationChanged, conversationDeleted, conversationHidden, savedViewsChanged], {
    integration_id,
  })
  return useQuery({ ...query, enabled: isEnabled }).data ?? {}
}

const texts = ({ view, filter }: ListParams) =>
  JSON.stringify([view, Object.entries(serializeFilter(filter)).toSorted(([a], [b]) => (a < b ? -1 : 1))])
/** The list parameters, and the saved view they come from. */
export interface CurrentList {
  listParams: ListParams
  saved: SavedView | undefined
  /** The list differs from the saved view. */
  isChanged: boolean
}
/** A URL names a saved view, alone or with parameters that replace the view's. */
export function parseCurrentList(params: URLSearchParams, views: readonly SavedView[]): CurrentList {
  const fromAddress = parseListParams(params)
  const saved = views.find(({ id }) => id === params.get('saved'))
  if (!saved) return { listParams: fromAddress, saved, isChanged: false }
  const fromView = { view: saved.view, filter: parseFilter(saved.filter) }
  // The view is always named if modified, even if it is the first.
  const isChanged = params.has('view') && texts(fromAddress) !== texts(fromView)
  return { listParams: isChanged ? fromAddress : fromView, saved, isChanged }
}
