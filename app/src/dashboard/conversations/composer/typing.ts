import { messageSent, setTyping, type Typing, typingChanged, typingTtl_ms } from '@ozvi/contract'
import { useEffect, useMemo } from 'react'
import { useHear } from '#platform/calls/hear.ts'
import { logWarning } from '#platform/log.ts'
import { useUser } from '#platform/session/session.tsx'
import { call } from '#platform/calls/wire.ts'
import { useTypingMarks } from './marks.ts'

type Writer = Pick<Typing, 'side' | 'name' | 'author_id'>
const keyOf = ({ side, author_id }: Omit<Writer, 'name'>) => (side === 'team' ? author_id : side)

/** Other people typing in a conversation. */
export function useWriters(conversation_id: string): Writer[] {
  const { id: user_id } = useUser()
  const { marks, end, renew } = useTypingMarks<Omit<Writer, 'name'>, Writer>(keyOf)
  useHear(typingChanged, { conversation_id }, ({ is_typing, ...writer }) => {
    if (writer.author_id !== user_id) (is_typing ? renew : end)(writer)
  })
  // A sent message ends the author's typing indicator.
  useHear(messageSent, { conversation_id }, ({ author, author_id }) =>
    end({ side: author === 'contact' ? 'visitor' : author === 'member' ? 'team' : 'assistant', author_id }),
  )
  return marks
}

const renewal_ms = typingTtl_ms / 2
/** Sends this member's typing indicator: at the first key press, then often enough to renew it. */
export function useTypingMark(integration_id: string, conversation_id: string) {
  const mark = useMemo(() => {
    let told_at_ms = 0
    const tell = (is_typing: boolean) => {
      told_at_ms = is_typing ? Date.now() : 0
      if (!navigator.onLine) return
      call(setTyping, { integration_id, conversation_id, is_typing }).catch((error: unknown) =>
        logWarning(`A typing mark was not told: ${String(error)}`),
      )
    }
    return {
      typed: () => Date.now() - told_at_ms > renewal_ms && tell(true),
      stopped: () => told_at_ms > 0 && tell(false),
    }
  }, [integration_id, conversation_id])
  useEffect(() => () => void mark.stopped(), [mark])
  return mark
}
