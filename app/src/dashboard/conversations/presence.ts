import { messageSent } from '@ozvi/contract'
import type { Seat } from '@ozvi/wire'
import { useEffect, useState } from 'react'
import { useUser } from '#platform/session.tsx'
import { watch } from '#platform/wire.ts'

/** Other members who have this conversation open. */
export function useOthersHere(conversation_id: string): Seat[] {
  const { id: user_id } = useUser()
  const [seats, setSeats] = useState<Seat[]>([])
  useEffect(() => {
    setSeats([])
    return watch(messageSent.channel({ conversation_id }), setSeats)
  }, [conversation_id])
  return seats.filter(({ id }) => id !== user_id)
}
