import { listWorkspaceActivity } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/api-client.ts'

const poll_ms = 60_000

/** Activity of each workspace, refetched every minute; the cards don't wait for it. */
export const useWorkspaceActivity = () =>
  useQuery({
    queryKey: ['workspace-activity'],
    queryFn: () => call(listWorkspaceActivity, {}),
    refetchInterval: poll_ms,
    staleTime: 0,
  })
