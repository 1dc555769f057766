import { useEffect } from 'react'
import { useUser } from '#platform/session/session.tsx'
import { syncDrafts } from './draft-sync.ts'

/** While mounted, drafts are synced between devices. */
export function SyncDrafts({ integration_id }: { integration_id: string }) {
  const { id: user_id } = useUser()
  useEffect(() => syncDrafts({ integration_id, user_id }), [integration_id, user_id])
  return null
}
