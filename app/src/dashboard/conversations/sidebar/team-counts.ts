import {
  conversationChanged,
  conversationDeleted,
  conversationHidden,
  countTeamConversations,
  teamDeleted,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

const countsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['team-counts', { integration_id }],
    queryFn: () => call(countTeamConversations, { integration_id }),
  })
/** Open conversations of each team; undefined until loaded. */
export function useTeamCounts(
  integration_id: string,
  isEnabled: boolean,
): Partial<Record<string, number>> | undefined {
  const query = countsOf(integration_id)
  useInvalidateOn(query, [conversationChanged, conversationDeleted, conversationHidden, teamDeleted], {
    integration_id,
  })
  return useQuery({ ...query, enabled: isEnabled }).data
}
