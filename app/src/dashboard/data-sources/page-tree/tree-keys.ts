import type { KeyboardEvent } from 'react'

/** Rows of the tree around an element, in order. */
const rowsAround = (element: HTMLElement) => {
  const tree = element.closest('[data-tree]')
  return tree ? [...tree.querySelectorAll<HTMLElement>('[data-tree-row]')] : []
}

/**
 * Arrow keys in the tree: up and down move between rows, right opens a folder, left closes it or moves to the folder
 * around it.
 */
export function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const row = event.currentTarget
  const rows = rowsAround(row)
  const at = rows.indexOf(row)
  const expanded = row.getAttribute('aria-expanded')
  const moves: Record<string, () => void> = {
    ArrowDown: () => rows[at + 1]?.focus(),
    ArrowUp: () => rows[at - 1]?.focus(),
    Home: () => rows[0]?.focus(),
    End: () => rows.at(-1)?.focus(),
    ArrowRight: () => (expanded === 'false' ? row.click() : rows[at + 1]?.focus()),
    ArrowLeft: () =>
      expanded === 'true'
        ? row.click()
        : row.closest('ul')?.closest('li')?.querySelector<HTMLElement>('[data-tree-row]')?.focus(),
  }
  const move = moves[event.key]
  if (!move) return
  event.preventDefault()
  move()
}
