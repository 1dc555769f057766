import { listOnlineVisitors } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'

/** Interval of a full refresh, in case an event was lost. */
const poll_ms = 60_000
export const onlineVisitorsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['online-visitors', { integration_id }],
    queryFn: () => call(listOnlineVisitors, { integration_id }),
    refetchInterval: poll_ms,
  })
/** Whether a contact is online, while `WatchVisitors` is mounted. */
export const useIsOnline = (integration_id: string, contact_id: string | undefined): boolean =>
  useQuery({
    ...onlineVisitorsQuery(integration_id),
    enabled: false,
    select: ({ items }) => items.some(({ id }) => id === contact_id),
  }).data ?? false
