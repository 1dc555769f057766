import {
  contactChanged,
  contactErased,
  contactHidden,
  contactsImported,
  countSegments,
  savedViewsChanged,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { browserTimeZone } from '#platform/time/browser-time-zone.ts'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

const countsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['contact-segment-counts', { integration_id }],
    queryFn: ({ signal }) => call(countSegments, { integration_id, ...browserTimeZone() }, { signal }),
  })
/** Current counts of the segments. */
export function useSegmentCounts(integration_id: string, isEnabled: boolean): Record<string, number> {
  const query = countsOf(integration_id)
  const key = { integration_id }
  useInvalidateOn(
    query,
    [contactChanged, contactErased, contactHidden, contactsImported, savedViewsChanged],
    key,
  )
  return useQuery({ ...query, enabled: isEnabled }).data ?? {}
}
