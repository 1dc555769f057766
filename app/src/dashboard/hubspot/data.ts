import {
  authorizeHubspot,
  connectHubspot,
  disconnectHubspot,
  getHubspot,
  type Hubspot,
  hubspotChanged,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const hubspotOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['hubspot', { integration_id }],
    queryFn: () => call(getHubspot, { integration_id }),
  })
// A version of 0 means that the connection was deleted.
const newer = (cached: Hubspot, incoming: Hubspot) =>
  incoming.version !== 0 && incoming.version < cached.version ? cached : incoming

/** The connection, live with changes of other members and of jobs. */
export function useHubspot(integration_id: string) {
  const query = hubspotOf(integration_id)
  useLiveQuery(query, hubspotChanged, { integration_id }, newer)
  return useQuery(query)
}

export function useHubspotActions(integration_id: string) {
  const cache = useQueryClient()
  const save = (saved: Hubspot) => cache.setQueryData(hubspotOf(integration_id).queryKey, saved)
  return {
    /** Leaves the app for HubSpot's authorization page. */
    authorize: async () => {
      const { url } = await call(authorizeHubspot, { integration_id })
      window.location.assign(url)
    },
    connect: async (code: string, state: string) =>
      save(await call(connectHubspot, { integration_id, code, state })),
    disconnect: async () => save(await call(disconnectHubspot, { integration_id })),
  }
}
