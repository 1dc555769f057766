import {
  type ClientSettings,
  clientSettingsChanged,
  getClientSettings,
  type Input,
  updateClientSettings,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { refetchSession } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { newer, storeNewer } from '#platform/calls/cached-data.ts'

export type ClientChanges = Omit<Input<typeof updateClientSettings>, 'integration_id'>

export const settingsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['client-settings', { integration_id }],
    queryFn: () => call(getClientSettings, { integration_id }),
  })
/** The widget's settings, live with changes of other members. */
export function useClientSettings(integration_id: string) {
  const query = settingsOf(integration_id)
  useLiveQuery(query, clientSettingsChanged, { integration_id }, newer)
  return useQuery(query)
}

export function useSaveClientSettings(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: ClientChanges): Promise<ClientSettings> => {
    const saved = await call(updateClientSettings, { integration_id, ...changes })
    storeNewer(cache, settingsOf(integration_id), saved)
    // Hosts belong to the workspace, which is part of the session.
    if (changes.hosts) await refetchSession()
    return saved
  }
}
