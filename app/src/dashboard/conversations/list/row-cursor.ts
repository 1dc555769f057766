import { useMemo } from 'react'

interface List {
  /** Ids of the rows, top to bottom. */
  ids: readonly string[]
  reveal: (index: number) => void
  /** Toggles selection mode. */
  choose?: () => void
  /** Selects exactly these rows. */
  selection?: (ids: readonly string[]) => void
}
const rowOf = (id: string) => document.querySelector<HTMLElement>(`[data-conversation="${id}"]`)
/** The checkbox next to a row belongs to the row. */
const focusedRow = () => {
  const row = document.activeElement?.closest<HTMLElement>('[data-row], [data-conversation]')
  return row?.dataset['row'] ?? row?.dataset['conversation']
}

/** Moves the focus between rows of the virtual list. */
export function useRowCursor() {
  return useMemo(() => {
    let list: List = { ids: [], reveal: () => undefined }
    function focus(id: string) {
      const index = list.ids.indexOf(id)
      if (index < 0) return
      list.reveal(index)
      // A distant row is rendered in the next frame.
      requestAnimationFrame(() => rowOf(id)?.focus())
    }
    return {
      hold(next: List) {
        list = next
      },
      /** @param step 1 down, -1 up; from the focused row, else from the open one, else from the end */
      move(step: 1 | -1, open: string | undefined): string | undefined {
        const last = list.ids.length - 1
        const from = list.ids.indexOf(focusedRow() ?? open ?? '')
        const end = step > 0 ? 0 : last
        const id = list.ids[from < 0 ? end : Math.min(Math.max(from + step, 0), last)]
        if (id) focus(id)
        return id
      },
      focus,
      focused: focusedRow,
      choose: () => list.choose?.(),
      selection: (ids: readonly string[]) => list.selection?.(ids),
      /** The next row, or the previous one after the last. */
      after(id: string): string | undefined {
        const index = list.ids.indexOf(id)
        return index < 0 ? undefined : (list.ids[index + 1] ?? list.ids[index - 1])
      },
    }
  }, [])
}
export type RowCursor = ReturnType<typeof useRowCursor>
