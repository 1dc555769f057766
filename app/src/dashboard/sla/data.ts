import { getTargets, type Input, type Targets, targetsChanged, updateTargets } from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { newer, storeNewer } from '#platform/calls/cached-data.ts'

export type TargetChanges = Omit<Input<typeof updateTargets>, 'integration_id'>

export const targetsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['targets', { integration_id }],
    queryFn: () => call(getTargets, { integration_id }),
  })
/** Reply time targets, live with changes of other members. */
export function useTargets(integration_id: string) {
  const query = targetsOf(integration_id)
  useLiveQuery(query, targetsChanged, { integration_id }, newer)
  return useQuery(query)
}

export function useSaveTargets(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: TargetChanges): Promise<Targets> => {
    const saved = await call(updateTargets, { integration_id, ...changes })
    storeNewer(cache, targetsOf(integration_id), saved)
    return saved
  }
}
