import { messageSent, setTyping, type Typing, typingChanged, typingTtl_ms } from '@ozvi/contract'
import { useEffect, useMemo } from 'react'
import { useEvent } from '#platform/calls/use-event.ts'
import { logWarning } from '#platform/log.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/api-client.ts'
import { useTypingMarks } from './typing-marks.ts'

type TypingUser = Pick<Typing, 'side' | 'name' | 'author_id'>
const keyOf = ({ side, author_id }: Omit<TypingUser, 'name'>) => (side === 'team' ? author_id : side)

/** Other people typing in a conversation. */
export function useTypingUsers(conversation_id: string): TypingUser[] {
  const { id: user_id } = useUser()
  const { marks, end, renew } = useTypingMarks<Omit<TypingUser, 'name'>, TypingUser>(keyOf)
  useEvent(typingChanged, { conversation_id }, ({ is_typing, ...typingUser }) => {
    if (typingUser.author_id !== user_id) (is_typing ? renew : end)(typingUser)
  })
  // A sent message ends the author's typing indicator.
  useEvent(messageSent, { conversation_id }, ({ author, author_id }) =>
    end({ side: author === 'contact' ? 'visitor' : author === 'member' ? 'team' : 'assistant', author_id }),
  )
  return marks
}

const renewal_ms = typingTtl_ms / 2
/** Sends this member's typing indicator: at the first key press, then often enough to renew it. */
export function useTypingMark(integration_id: string, conversation_id: string) {
  const mark = useMemo(() => {
    let sent_at_ms = 0
    const send = (is_typing: boolean) => {
      sent_at_ms = is_typing ? Date.now() : 0
      if (!navigator.onLine) return
      call(setTyping, { integration_id, conversation_id, is_typing }).catch((error: unknown) =>
        logWarning(`Failed to send the typing indicator: ${String(error)}`),
      )
    }
    return {
      typed: () => Date.now() - sent_at_ms > renewal_ms && send(true),
      stopped: () => sent_at_ms > 0 && send(false),
    }
  }, [integration_id, conversation_id])
  useEffect(() => () => void mark.stopped(), [mark])
  return mark
}
