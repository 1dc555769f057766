import { conversationChanged } from '@ozvi/contract'
import type { Seat } from '@ozvi/wire'
import { useEffect, useState } from 'react'
import { useUser } from '#platform/session/session.tsx'
import { watch } from '#platform/calls/wire.ts'

/** Ids of members with the workspace open now, including the user. */
export function useWhoIsHere(integration_id: string): ReadonlySet<string> {
  const { id: user_id } = useUser()
  const [seats, setSeats] = useState<Seat[]>([])
  useEffect(() => {
    setSeats([])
    return watch(conversationChanged.channel({ integration_id }), setSeats)
  }, [integration_id])
  return new Set([user_id, ...seats.map(({ id }) => id)])
}
