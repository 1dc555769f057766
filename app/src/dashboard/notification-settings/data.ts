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

export type PreferenceChanges = Omit<Input<typeof updateNotificationPreferences>, 'integration_id'>
export const preferencesQuery = (integration_id: string) =>
  queryOptions({
    queryKey: ['notification-choices', { integration_id }],
    queryFn: () => call(getNotificationPreferences, { integration_id }),
  })
const newer = (cached: NotificationPreferences, incoming: NotificationPreferences) =>
  incoming.integration_id !== cached.integration_id || incoming.version < cached.version ? cached : incoming

export function usePreferences(integration_id: string) {
  const { id: user_id } = useUser()
  const query = preferencesQuery(integration_id)
  useLiveQuery(query, notificationPreferencesChanged, { user_id }, newer)
  return useQuery(query)
}
export function useSavePreferences(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: PreferenceChanges): Promise<NotificationPreferences> => {
    const saved = await call(updateNotificationPreferences, { integration_id, ...changes })
    cache.setQueryData(preferencesQuery(integration_id).queryKey, (cached) =>
      cached ? newer(cached, saved) : saved,
    )
    return saved
  }
}
