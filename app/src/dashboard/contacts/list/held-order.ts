import { useHold } from '#ui/hold.ts'

/**
 * Keeps rows where they are while somebody points at them: what they show stays current, but new rows above the
 * last one wait until the hand is gone or asks for them.
 *
 * @returns the rows to show, and how many wait.
 */
export function useHeldOrder<R extends { id: string }>(rows: readonly R[]) {
  const { held, handlers, release } = useHold(rows)
  if (!held) return { shown: rows, waiting: 0, handlers, release }
  const current = new Map(rows.map((row) => [row.id, row]))
  const kept = held.flatMap(({ id }) => current.get(id) ?? [])
  const places = new Set(held.map(({ id }) => id))
  const last = rows.findLastIndex(({ id }) => places.has(id))
  // Below the last one they are the next page, which nothing has pushed anywhere.
  const appended = rows.slice(last + 1)
  return {
    shown: [...kept, ...appended],
    waiting: rows.length - kept.length - appended.length,
    handlers,
    release,
  }
}
