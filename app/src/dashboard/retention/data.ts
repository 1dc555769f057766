import { getRetention, previewRetention, updateRetention } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'
import { queryClient } from '#platform/calls/query-client.ts'

/** A run takes a second for about a hundred conversations. */
const runningEvery_ms = 2_000

export const retentionOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['retention', { integration_id }],
    queryFn: () => call(getRetention, { integration_id }),
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ finished_at }) => finished_at === null) ? runningEvery_ms : false,
  })
export const useRetention = (integration_id: string) => useQuery(retentionOf(integration_id))

export const countOld = (integration_id: string, keep_days: number) =>
  call(previewRetention, { integration_id, keep_days })

export async function setRetention(integration_id: string, keep_days: number | null) {
  queryClient.setQueryData(
    retentionOf(integration_id).queryKey,
    await call(updateRetention, { integration_id, keep_days }),
  )
  // The run starts after the change.
  setTimeout(() => void queryClient.invalidateQueries(retentionOf(integration_id)), runningEvery_ms)
}
