import { listWorkspaceActivity } from '@ozvi/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/calls/wire.ts'

const askAgain_ms = 60_000

/** How each workspace of the user stands, counted anew every minute; the cards are there without it. */
export const useWorkspaceActivity = () =>
  useQuery({
    queryKey: ['workspace-activity'],
    queryFn: () => call(listWorkspaceActivity, {}),
    refetchInterval: askAgain_ms,
    staleTime: 0,
  })
