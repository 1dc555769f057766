import { useEffect, useMemo, useRef, useState } from 'react'

interface Held {
  ids: readonly string[]
  /** The row selected last: start of a range. */
  anchor: string | undefined
  /** Everything matching the list's filter, loaded or not. */
  isWhole: boolean
  /** Checkboxes are visible although nothing is selected, for touch screens. */
  isOpen: boolean
}
const nothing: Held = { ids: [], anchor: undefined, isWhole: false, isOpen: false }

/**
 * Selected rows of a list. A row that leaves the list is deselected, even if it returns; another list clears
 * everything.
 */
export function useSelection(shown: readonly { id: string }[]) {
  const [held, setHeld] = useState(nothing)
  const order = useMemo(() => shown.map(({ id }) => id), [shown])
  const ids = held.isWhole ? order : order.filter((id) => held.ids.includes(id))
  const before = useRef<readonly string[]>(order)
  useEffect(() => {
    const left = before.current.filter((id) => !order.includes(id) && held.ids.includes(id))
    before.current = order
    if (left.length > 0) setHeld((now) => ({ ...now, ids: now.ids.filter((id) => !left.includes(id)) }))
  }, [order, held.ids])
  const put = (next: readonly string[], anchor?: string) =>
    setHeld({ ids: next, anchor, isWhole: false, isOpen: held.isOpen && next.length > 0 })
  return {
    ids,
    isWhole: held.isWhole,
    isActive: ids.length > 0 || held.isOpen,
    /** @param isRange everything from the last selected row to this one */
    toggle(id: string, isRange = false) {
      const from = order.indexOf(held.anchor ?? '')
      const to = order.indexOf(id)
      if (isRange && from >= 0 && to >= 0) {
        const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
        return put([...ids, ...range], held.anchor)
      }
      put(ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id], id)
    },
    add: (...more: string[]) => put([...ids, ...more], more.at(-1)),
    all: () => put(order),
    /** Selects exactly these, also if the list doesn't show them yet. */
    only: (next: readonly string[]) => setHeld({ ...nothing, ids: next }),
    whole: () => setHeld({ ...nothing, isWhole: true }),
    open: () => setHeld({ ...nothing, isOpen: true }),
    clear: () => setHeld(nothing),
  }
}
export type Selection = ReturnType<typeof useSelection>
