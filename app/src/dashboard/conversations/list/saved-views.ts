import {
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  countSavedViews,
  readFilter,
  type SavedView,
  savedViewsChanged,
  writeFilter,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { here } from '#platform/time/here.ts'
import { useReadAgain } from '#platform/calls/live.ts'
import { call } from '#platform/calls/wire.ts'
import { readWanted, type Wanted } from './wanted.ts'

const countsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['saved-view-counts', { integration_id }],
    queryFn: () => call(countSavedViews, { integration_id, ...here() }),
  })
/** Counts of the saved views. */
export function useSavedCounts(integration_id: string, isWanted: boolean): Record<string, number> {
  const query = countsOf(integration_id)
  useReadAgain(query, [conversationChanged, conversationDeleted, conversationHidden, savedViewsChanged], {
    integration_id,
  })
  return useQuery({ ...query, enabled: isWanted }).data ?? {}
}

const texts = ({ view, filter }: Wanted) =>
  JSON.stringify([view, Object.entries(writeFilter(filter)).toSorted(([a], [b]) => (a < b ? -1 : 1))])
/** The list parameters, and the saved view they come from. */
export interface Shown {
  wanted: Wanted
  saved: SavedView | undefined
  /** The list differs from the saved view. */
  isChanged: boolean
}
/** A URL names a saved view, alone or with parameters that replace the view's. */
export function readShown(params: URLSearchParams, views: readonly SavedView[]): Shown {
  const asked = readWanted(params)
  const saved = views.find(({ id }) => id === params.get('saved'))
  if (!saved) return { wanted: asked, saved, isChanged: false }
  const kept = { view: saved.view, filter: readFilter(saved.filter) }
  // The view is always named if modified, even if it is the first.
  const isChanged = params.has('view') && texts(asked) !== texts(kept)
  return { wanted: isChanged ? asked : kept, saved, isChanged }
}
