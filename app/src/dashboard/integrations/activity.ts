import { listWorkspaceActivity } from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'

const poll_ms = 60_000

/** Activity of each of the member's workspaces, refetched every minute; no event covers all of them. */
export const workspaceActivity = queryOptions({
  queryKey: ['workspace-activity'],
  queryFn: () => call(listWorkspaceActivity, {}),
  refetchInterval: poll_ms,
  staleTime: 0,
})
export const useWorkspaceActivity = () => useQuery(workspaceActivity)
