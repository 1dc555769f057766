import { apiKeysChanged, type ApiScope, createApiKey, listApiKeys, revokeApiKey } from '@ozvi/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useInvalidateOn } from '#platform/calls/use-live-query.ts'
import { call } from '#platform/calls/api-client.ts'

export const keysOf = (integration_id: string) =>
  queryOptions({
    queryKey: ['api-keys', { integration_id }],
    queryFn: () => call(listApiKeys, { integration_id }),
  })

/** The workspace's keys, live. */
export function useApiKeys(integration_id: string) {
  const query = keysOf(integration_id)
  useInvalidateOn(query, apiKeysChanged, { integration_id })
  return useQuery(query)
}

export interface NewKey {
  name: string
  scopes: ApiScope[]
  expires_at: string | null
}
/** Actions on keys, and the key created on this page, which is shown once. */
export function useKeyActions(integration_id: string) {
  const cache = useQueryClient()
  const [created, setCreated] = useState<{ id: string; name: string; key: string } | null>(null)
  const refetch = () => cache.invalidateQueries(keysOf(integration_id))
  return {
    created,
    async create(key: NewKey) {
      setCreated(await call(createApiKey, { integration_id, ...key }))
      await refetch()
    },
    async revoke(api_key_id: string) {
      await call(revokeApiKey, { integration_id, api_key_id })
      if (created?.id === api_key_id) setCreated(null)
      await refetch()
    },
  }
}
export type KeyActions = ReturnType<typeof useKeyActions>
