import {
  getNotificationPreferences,
  type Input,
  type NotificationPreferences,
  notificationPreferencesChanged,
  updateNotificationPreferences,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { newer, storeNewer } from '#platform/calls/cached-data.ts'

export type PreferenceChanges = Omit<Input<typeof updateNotificationPreferences>, 'integration_id'>
export const preferencesQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['notification-preferences', { integration_id }],
    queryFn: () => call(getNotificationPreferences, { integration_id }),
  })
export function usePreferences(integration_id: string) {
  const { id: user_id } = useUser()
  const query = preferencesQuery(integration_id)
  useLiveQuery(query, notificationPreferencesChanged, { user_id }, (cached, incoming) =>
    incoming.integration_id === integration_id ? newer(cached, incoming) : cached,
  )
  return useQuery(query)
}
export function useSavePreferences(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: PreferenceChanges): Promise<NotificationPreferences> => {
    const saved = await call(updateNotificationPreferences, { integration_id, ...changes })
    storeNewer(cache, preferencesQuery(integration_id), saved)
    return saved
  }
}
