import type { Typing } from '@ozvi/contract'

/** Expiry of a typing indicator, as in the contract. */
const typingTtl_ms = 6_000

export type TypingMark = Omit<Typing, 'author_id'>

/** Typing indicators by conversation, which expire automatically. */
export function createTypingMarks(onChange: (marks: Record<string, TypingMark>) => void) {
  let marks: Record<string, TypingMark> = {}
  const ends = new Map<string, ReturnType<typeof setTimeout>>()

  function end(conversation_id: string) {
    clearTimeout(ends.get(conversation_id))
    if (!marks[conversation_id]) return
    const { [conversation_id]: _, ...otherMarks } = marks
    marks = otherMarks
    onChange(marks)
  }
  return {
    end,
    handle(mark: TypingMark) {
      const { conversation_id, is_typing, side } = mark
      if (side === 'visitor') return
      end(conversation_id)
      if (!is_typing) return
      marks = { ...marks, [conversation_id]: mark }
      ends.set(
        conversation_id,
        setTimeout(() => end(conversation_id), typingTtl_ms),
      )
      onChange(marks)
    },
  }
}
