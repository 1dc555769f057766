import {
  contactChanged,
  contactErased,
  contactHidden,
  contactImportChanged,
  countSegments,
  savedViewsChanged,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { here } from '#platform/time/here.ts'
import { useReadAgain } from '#platform/calls/live.ts'
import { call } from '#platform/calls/wire.ts'

const countsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['contact-segment-counts', { integration_id }],
    queryFn: ({ signal }) => call(countSegments, { integration_id, ...here() }, { signal }),
  })
/** Current counts of the segments. */
export function useSegmentCounts(integration_id: string, isWanted: boolean): Record<string, number> {
  const query = countsOf(integration_id)
  const key = { integration_id }
  useReadAgain(
    query,
    [contactChanged, contactErased, contactHidden, contactImportChanged, savedViewsChanged],
    key,
  )
  return useQuery({ ...query, enabled: isWanted }).data ?? {}
}
