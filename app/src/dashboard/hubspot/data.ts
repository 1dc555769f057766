import {
  authorizeHubspot,
  cancelHubspotSync,
  connectHubspot,
  disconnectHubspot,
  getHubspot,
  type Hubspot,
  type HubspotMapping,
  hubspotChanged,
  listChosenHubspotProperties,
  listHubspotChanges,
  listHubspotProperties,
  startHubspotSync,
  tryHubspotSync,
  undoHubspotChange,
  updateHubspotMapping,
  updateHubspotProperties,
  updateHubspotSettings,
  minute_ms,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { storeNewer } from '#platform/calls/cached-data.ts'

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
  const save = (saved: Hubspot) => storeNewer(cache, hubspotOf(integration_id), saved, newer)
  return {
    /** Leaves the app for HubSpot's authorization page. */
    authorize: async () => {
      const { url } = await call(authorizeHubspot, { integration_id })
      window.location.assign(url)
    },
    connect: async (code: string, state: string) =>
      save(await call(connectHubspot, { integration_id, code, state })),
    saveMapping: async (mapping: HubspotMapping[]) =>
      save(await call(updateHubspotMapping, { integration_id, mapping })),
    saveProperties: async (properties: string[]) =>
      save(await call(updateHubspotProperties, { integration_id, properties })),
    setAutomatic: async (is_automatic: boolean) =>
      save(await call(updateHubspotMapping, { integration_id, is_automatic })),
    saveSettings: async (settings: Partial<Pick<Hubspot, 'sends_notes' | 'sends_tickets'>>) =>
      save(await call(updateHubspotSettings, { integration_id, ...settings })),
    dryRun: async () => save(await call(tryHubspotSync, { integration_id })),
    sync: async () => save(await call(startHubspotSync, { integration_id })),
    cancel: async () => save(await call(cancelHubspotSync, { integration_id })),
    undo: async (change_id: string) => {
      await call(undoHubspotChange, { integration_id, change_id })
      await cache.invalidateQueries({ queryKey: changesKey(integration_id) })
    },
    disconnect: async () => save(await call(disconnectHubspot, { integration_id })),
  }
}

/** Properties that are shown with contacts. @param names of the connection; undefined until it is loaded */
export const useChosenProperties = (integration_id: string, names: readonly string[] | undefined) =>
  useQuery(
    queryOptions({
      queryKey: ['hubspot-chosen', { integration_id, names }],
      queryFn: () => call(listChosenHubspotProperties, { integration_id }),
      enabled: names !== undefined && names.length > 0,
    }),
  )

/** Properties of contacts in the connected account. */
export const useProperties = (integration_id: string, account: string | null) =>
  useQuery(
    queryOptions({
      queryKey: ['hubspot-properties', { integration_id, account }],
      queryFn: () => call(listHubspotProperties, { integration_id }),
      staleTime: 5 * minute_ms,
    }),
  )

const changesKey = (integration_id: string) => ['hubspot-changes', { integration_id }]
/** The ledger, loaded again after each run. */
export const useChanges = (integration_id: string, sync_id: string | null) =>
  useQuery(
    queryOptions({
      queryKey: [...changesKey(integration_id), { sync_id }],
      queryFn: () => call(listHubspotChanges, { integration_id }),
    }),
  )
