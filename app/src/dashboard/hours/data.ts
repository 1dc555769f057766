import { getHours, type Hours, hoursChanged, type Input, updateHours } from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { newer, storeNewer } from '#platform/calls/cached-data.ts'

export type HoursFields = Pick<Hours, 'is_on' | 'time_zone' | 'week' | 'holidays' | 'reply_promise_min'>

export type HoursChanges = Omit<Input<typeof updateHours>, 'integration_id'>

export const hoursOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['hours', { integration_id }],
    queryFn: () => call(getHours, { integration_id }),
  })
/** Opening hours, live with changes of other members. */
export function useHours(integration_id: string) {
  const query = hoursOf(integration_id)
  useLiveQuery(query, hoursChanged, { integration_id }, newer)
  return useQuery(query)
}

export function useSaveHours(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: HoursChanges): Promise<Hours> => {
    const saved = await call(updateHours, { integration_id, ...changes })
    storeNewer(cache, hoursOf(integration_id), saved)
    return saved
  }
}
