import { messageSent, setTyping, type Typing, typingChanged, typingTtl_ms } from '@ozvi/contract'
import { useEffect, useMemo, useState } from 'react'
import { useHear } from '#platform/hear.ts'
import { logWarning } from '#platform/log.ts'
import { useUser } from '#platform/session.tsx'
import { call } from '#platform/wire.ts'

type Writer = Pick<Typing, 'side' | 'name' | 'author_id'>
const keyOf = ({ side, author_id }: Writer) => author_id ?? side

/** Who else is writing in a conversation now. A mark that is not renewed runs out by itself. */
export function useWriters(conversation_id: string): Writer[] {
  const { id: user_id } = useUser()
  const [marks, setMarks] = useState<(Writer & { until_ms: number })[]>([])
  useEffect(() => setMarks([]), [conversation_id])
  useHear(typingChanged, { conversation_id }, ({ is_typing, ...writer }) => {
    if (writer.author_id === user_id) return
    setMarks((marks) => [
      ...marks.filter((mark) => keyOf(mark) !== keyOf(writer)),
      ...(is_typing ? [{ ...writer, until_ms: Date.now() + typingTtl_ms }] : []),
    ])
  })
  // Whoever has just sent something is done writing it, whatever became of the mark that says so.
  useHear(messageSent, { conversation_id }, ({ author, author_id }) => {
    const key = author === 'contact' ? 'visitor' : author === 'member' ? author_id : 'assistant'
    setMarks((marks) => marks.filter((mark) => keyOf(mark) !== key))
  })
  useEffect(() => {
    const next_ms = Math.min(...marks.map(({ until_ms }) => until_ms))
    if (!Number.isFinite(next_ms)) return
    const timer = setTimeout(
      () => setMarks((marks) => marks.filter(({ until_ms }) => until_ms > Date.now())),
      Math.max(0, next_ms - Date.now()) + 1,
    )
    return () => clearTimeout(timer)
  }, [marks])
  return marks
}

const renewal_ms = typingTtl_ms / 2
/** Tells the others that this member is writing: at the first key, then as often as keeps the mark alive. */
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
