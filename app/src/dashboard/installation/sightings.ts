import { applyWidgetSeen, listSightings, widgetSeen } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLive } from '#platform/calls/live.ts'
import { call } from '#platform/calls/wire.ts'

export const sightingsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['sightings', { integration_id }],
    queryFn: () => call(listSightings, { integration_id }),
  })
/** Where the widget was loaded, live; latest first. */
export function useSightings(integration_id: string) {
  const query = sightingsQuery(integration_id)
  useLive(query, widgetSeen, { integration_id }, applyWidgetSeen)
  return useQuery(query)
}
