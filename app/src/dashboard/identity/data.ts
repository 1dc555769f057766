import {
  checkIdentityToken,
  endPreviousSecret,
  getIdentitySettings,
  type IdentityMode,
  type IdentitySettings,
  identitySettingsChanged,
  renewIdentitySecret,
  updateIdentitySettings,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLiveQuery } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'
import { newer, storeNewer } from '#platform/calls/cached-data.ts'

const settingsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['identity-settings', { integration_id }],
    queryFn: () => call(getIdentitySettings, { integration_id }),
  })
/** Settings of identity verification, live. */
export function useIdentitySettings(integration_id: string) {
  const query = settingsOf(integration_id)
  useLiveQuery(query, identitySettingsChanged, { integration_id }, newer)
  return useQuery(query)
}

/** Actions on identity verification, and the secret created on this page, which is shown once. */
export function useIdentityActions(integration_id: string) {
  const cache = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const applySettings = ({
    secret: newSecret = null,
    ...saved
  }: IdentitySettings & { secret?: string | null }) => {
    storeNewer(cache, settingsOf(integration_id), saved)
    if (newSecret) setSecret(newSecret)
  }
  return {
    secret,
    setMode: async (mode: IdentityMode) =>
      applySettings(await call(updateIdentitySettings, { integration_id, mode })),
    renew: async () => applySettings(await call(renewIdentitySecret, { integration_id })),
    endPrevious: async () => applySettings(await call(endPreviousSecret, { integration_id })),
    check: (token: string) => call(checkIdentityToken, { integration_id, token }),
  }
}
export type IdentityActions = ReturnType<typeof useIdentityActions>
export type CheckedToken = Awaited<ReturnType<IdentityActions['check']>>
