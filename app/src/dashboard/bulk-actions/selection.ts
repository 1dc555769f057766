import { useEffect, useMemo, useRef, useState } from 'react'

interface SelectionState {
  ids: readonly string[]
  /** The row selected last: start of a range. */
  anchor: string | undefined
  /** Everything matching the list's filter, loaded or not. */
  isAll: boolean
  /** Checkboxes are visible although nothing is selected, for touch screens. */
  isOpen: boolean
}
const nothing: SelectionState = { ids: [], anchor: undefined, isAll: false, isOpen: false }

/**
 * Selected rows of a list. A row that leaves the list is deselected, even if it returns; another list clears
 * everything.
 */
export function useSelection(shown: readonly { id: string }[]) {
  const [selection, setSelection] = useState(nothing)
  const order = useMemo(() => shown.map(({ id }) => id), [shown])
  const ids = selection.isAll ? order : order.filter((id) => selection.ids.includes(id))
  const previousOrder = useRef<readonly string[]>(order)
  useEffect(() => {
    const removed = previousOrder.current.filter((id) => !order.includes(id) && selection.ids.includes(id))
    previousOrder.current = order
    if (removed.length > 0)
      setSelection((now) => ({ ...now, ids: now.ids.filter((id) => !removed.includes(id)) }))
  }, [order, selection.ids])
  const select = (next: readonly string[], anchor?: string) =>
    setSelection({ ids: next, anchor, isAll: false, isOpen: selection.isOpen && next.length > 0 })
  return {
    ids,
    isAll: selection.isAll,
    isActive: ids.length > 0 || selection.isOpen,
    /** @param isRange everything from the last selected row to this one */
    toggle(id: string, isRange = false) {
      const from = order.indexOf(selection.anchor ?? '')
      const to = order.indexOf(id)
      if (isRange && from >= 0 && to >= 0) {
        const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
        return select([...ids, ...range], selection.anchor)
      }
      select(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id], id)
    },
    add: (...more: string[]) => select([...ids, ...more], more.at(-1)),
    all: () => select(order),
    /** Selects exactly these, also if the list doesn't show them yet. */
    only: (next: readonly string[]) => setSelection({ ...nothing, ids: next }),
    whole: () => setSelection({ ...nothing, isAll: true }),
    open: () => setSelection({ ...nothing, isOpen: true }),
    clear: () => setSelection(nothing),
  }
}
export type Selection = ReturnType<typeof useSelection>
