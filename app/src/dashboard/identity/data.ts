import {
  checkIdentityToken,
  endFormerSecret,
  getIdentitySettings,
  type IdentityMode,
  type IdentitySettings,
  identitySettingsChanged,
  renewIdentitySecret,
  updateIdentitySettings,
} from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '#platform/calls/live.ts'
import { call } from '#platform/calls/wire.ts'

const settingsOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['identity-settings', { integration_id }],
    queryFn: () => call(getIdentitySettings, { integration_id }),
  })
const newer = (held: IdentitySettings, heard: IdentitySettings) =>
  heard.version < held.version ? held : heard

/** Settings of identity verification, live. */
export function useIdentitySettings(integration_id: string) {
  const query = settingsOf(integration_id)
  useLive(query, identitySettingsChanged, { integration_id }, newer)
  return useQuery(query)
}

/** Actions on identity verification, and the secret created on this page, which is shown once. */
export function useIdentityActs(integration_id: string) {
  const cache = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const keep = ({ secret: made = null, ...saved }: IdentitySettings & { secret?: string | null }) => {
    cache.setQueryData(settingsOf(integration_id).queryKey, (held) => (held ? newer(held, saved) : saved))
    if (made) setSecret(made)
  }
  return {
    secret,
    setMode: async (mode: IdentityMode) => keep(await call(updateIdentitySettings, { integration_id, mode })),
    renew: async () => keep(await call(renewIdentitySecret, { integration_id })),
    endFormer: async () => keep(await call(endFormerSecret, { integration_id })),
    check: (token: string) => call(checkIdentityToken, { integration_id, token }),
  }
}
export type IdentityActs = ReturnType<typeof useIdentityActs>
export type CheckedToken = Awaited<ReturnType<IdentityActs['check']>>
