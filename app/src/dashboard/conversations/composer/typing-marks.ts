import { typingTtl_ms } from '@ozvi/contract'
import { useEffect, useState } from 'react'

/**
 * Typing indicators, which expire unless renewed.
 *
 * @param keyOf identifies who types where
 */
export function useTypingMarks<Key, Who extends Key>(keyOf: (who: Key) => unknown) {
  const [marks, setMarks] = useState<(Who & { until_ms: number })[]>([])
  useEffect(() => {
    const next_ms = Math.min(...marks.map(({ until_ms }) => until_ms))
    if (!Number.isFinite(next_ms)) return
    const timer = setTimeout(
      () => setMarks((marks) => marks.filter(({ until_ms }) => until_ms > Date.now())),
      Math.max(0, next_ms - Date.now()) + 1,
    )
    return () => clearTimeout(timer)
  }, [marks])
  const setMark = (who: Key, ...mark: typeof marks) =>
    setMarks((marks) => [...marks.filter((one) => keyOf(one) !== keyOf(who)), ...mark])
  return {
    marks,
    end: (who: Key) => setMark(who),
    renew: (who: Who) => setMark(who, { ...who, until_ms: Date.now() + typingTtl_ms }),
  }
}
