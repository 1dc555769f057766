import {
  getNotificationChoices,
  type Input,
  type NotificationChoices,
  notificationChoicesChanged,
  updateNotificationChoices,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLive } from '#platform/calls/live.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'

export type ChoiceChanges = Omit<Input<typeof updateNotificationChoices>, 'integration_id'>
const choicesOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['notification-choices', { integration_id }],
    queryFn: () => call(getNotificationChoices, { integration_id }),
  })
const newer = (held: NotificationChoices, heard: NotificationChoices) =>
  heard.integration_id !== held.integration_id || heard.version < held.version ? held : heard

export function useChoices(integration_id: string) {
  const { id: user_id } = useUser()
  const query = choicesOf(integration_id)
  useLive(query, notificationChoicesChanged, { user_id }, newer)
  return useQuery(query)
}
export function useSaveChoices(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: ChoiceChanges): Promise<NotificationChoices> => {
    const saved = await call(updateNotificationChoices, { integration_id, ...changes })
    cache.setQueryData(choicesOf(integration_id).queryKey, (held) => (held ? newer(held, saved) : saved))
    return saved
  }
}
