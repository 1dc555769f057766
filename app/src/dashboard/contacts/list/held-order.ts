import { useHold } from '#ui/hold.ts'

/**
 * Keeps rows in place while the list is hovered: content stays current, but new rows above the last one wait.
 *
 * @returns the rows to show, and the number of waiting ones
 */
export function useHeldOrder<R extends { id: string }>(rows: readonly R[]) {
  const { held, handlers, release } = useHold(rows)
  if (!held) return { shown: rows, waiting: 0, handlers, release }
  const current = new Map(rows.map((row) => [row.id, row]))
  const kept = held.flatMap(({ id }) => current.get(id) ?? [])
  const places = new Set(held.map(({ id }) => id))
  const last = rows.findLastIndex(({ id }) => places.has(id))
  // Rows below the last one come from the next page and shift nothing.
  const appended = rows.slice(last + 1)
  return {
    shown: [...kept, ...appended],
    waiting: rows.length - kept.length - appended.length,
    handlers,
    release,
  }
}
