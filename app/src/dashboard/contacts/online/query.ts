import { listOnlineVisitors } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/wire.ts'

/** Events tell every change; what a lost one has left wrong is put right this often. */
const askAgain_ms = 60_000
export const onlineVisitorsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['online-visitors', { integration_id }],
    queryFn: () => call(listOnlineVisitors, { integration_id }),
    refetchInterval: askAgain_ms,
  })
/** Ids of the contacts who are on the site now, as far as somebody reads them: see `WatchVisitors`. */
export const useOnlineIds = (integration_id: string): readonly string[] =>
  useQuery({
    ...onlineVisitorsQuery(integration_id),
    enabled: false,
    select: ({ items }) => items.map(({ id }) => id),
  }).data ?? []
