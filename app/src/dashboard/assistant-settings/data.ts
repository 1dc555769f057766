import {
  type AssistantSettings,
  assistantSettingsChanged,
  getAssistantSettings,
  type Input,
  updateAssistantSettings,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { newer, storeNewer } from '#platform/calls/cached-data.ts'

export type SettingsChanges = Omit<Input<typeof updateAssistantSettings>, 'integration_id'>

export const settingsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['assistant-settings', { integration_id }],
    queryFn: () => call(getAssistantSettings, { integration_id }),
  })
/** Settings of the assistant, live with changes of other members. */
export function useAssistantSettings(integration_id: string) {
  const query = settingsOf(integration_id)
  useLiveQuery(query, assistantSettingsChanged, { integration_id }, newer)
  return useQuery(query)
}

export function useSaveAssistantSettings(integration_id: string) {
  const cache = useQueryClient()
  return async (changes: SettingsChanges): Promise<AssistantSettings> => {
    const saved = await call(updateAssistantSettings, { integration_id, ...changes })
    storeNewer(cache, settingsOf(integration_id), saved)
    return saved
  }
}
