import { useLayoutEffect, useRef } from 'react'
import type { RowCursor } from './row-cursor.ts'

/** Moves the focus to the next row when the focused one leaves the list, whichever action removed it. */
export function useFocusNext(
  rows: readonly { id: string }[],
  focusedId: string | undefined,
  cursor: RowCursor,
) {
  const previous = useRef(rows)
  useLayoutEffect(() => {
    const before = previous.current
    previous.current = rows
    const at = before.findIndex(({ id }) => id === focusedId)
    const isInList = ({ id }: { id: string }) => rows.some((row) => row.id === id)
    const last = before[at]
    // Removing the focused element leaves the focus at the body.
    if (!last || isInList(last) || document.activeElement !== document.body) return
    const next = before.slice(at + 1).find(isInList) ?? before.slice(0, at).findLast(isInList)
    if (next) cursor.focus(next.id)
  }, [rows, focusedId, cursor])
}
