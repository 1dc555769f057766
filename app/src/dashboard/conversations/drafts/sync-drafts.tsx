import { useEffect } from 'react'
import { useUser } from '#platform/session/session.tsx'
import { syncDrafts } from './draft-sync.ts'

/** While it stands, what is begun on this device is begun on all. */
export function SyncDrafts({ integration_id }: { integration_id: string }) {
  const { id: user_id } = useUser()
  useEffect(() => syncDrafts({ integration_id, user_id }), [integration_id, user_id])
  return null
}
