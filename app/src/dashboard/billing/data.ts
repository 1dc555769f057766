import { getUsage } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'

const usageOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['usage', { integration_id }],
    queryFn: () => call(getUsage, { integration_id }),
    // Monthly usage: loaded whenever the page is opened.
    staleTime: 0,
  })
export const useUsage = (integration_id: string) => useQuery(usageOf(integration_id))
