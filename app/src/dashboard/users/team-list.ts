import {
  applyTeamDeleted,
  applyTeamSaved,
  listTeams,
  teamChanged,
  teamDeleted,
  teamSaved,
} from '@ozvi/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLiveQuery, useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

/** Teams of members. */
export const teamsQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['teams', { integration_id }],
    queryFn: () => call(listTeams, { integration_id }),
  })
/** Loads the teams without members who have left, and applies their events. */
export function useTeams(integration_id: string) {
  const query = teamsQuery(integration_id)
  useInvalidateOn(query, teamChanged, { integration_id })
  useLiveQuery(query, teamSaved, { integration_id }, applyTeamSaved)
  useLiveQuery(query, teamDeleted, { integration_id }, applyTeamDeleted)
  return useQuery(query)
}
