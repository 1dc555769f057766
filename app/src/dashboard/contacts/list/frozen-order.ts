import { useFreezeOnHover } from '#ui/use-freeze-on-hover.ts'

/**
 * Keeps rows in place while the list is hovered: content stays current, but new rows above the last one wait.
 *
 * @returns the rows to show, and the number of waiting ones
 */
export function useFrozenOrder<R extends { id: string }>(rows: readonly R[]) {
  const { frozen, handlers, release } = useFreezeOnHover(rows)
  if (!frozen) return { visible: rows, waiting: 0, handlers, release }
  const current = new Map(rows.map((row) => [row.id, row]))
  const frozenRows = frozen.flatMap(({ id }) => current.get(id) ?? [])
  const frozenIds = new Set(frozen.map(({ id }) => id))
  const lastIndex = rows.findLastIndex(({ id }) => frozenIds.has(id))
  // Rows below the last one come from the next page and shift nothing.
  const appended = rows.slice(lastIndex + 1)
  return {
    visible: [...frozenRows, ...appended],
    waiting: rows.length - frozenRows.length - appended.length,
    handlers,
    release,
  }
}
