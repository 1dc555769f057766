import { conversationChanged } from '@ozvi/contract'
import type { PresenceMember } from '@ozvi/wire'
import { useEffect, useState } from 'react'
import { useUser } from '#platform/session/session.tsx'
import { watch } from '#platform/calls/api-client.ts'

/** Ids of members with the workspace open now, including the user. */
export function useOnlineMembers(integration_id: string): ReadonlySet<string> {
  const { id: user_id } = useUser()
  const [present, setPresent] = useState<PresenceMember[]>([])
  useEffect(() => {
    setPresent([])
    return watch(conversationChanged.channel({ integration_id }), setPresent)
  }, [integration_id])
  return new Set([user_id, ...present.map(({ id }) => id)])
}
