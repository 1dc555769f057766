import { type KeyboardEvent, useState } from 'react'

/**
 * Roving tabindex for many small buttons: one tab stop, with arrows, Home and End. The container has
 * `data-roving`.
 */
export function useRoving(count: number, perRow: number = count) {
  const [current, setCurrent] = useState(count - 1)
  const active = Math.min(current, count - 1)
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const moves: Record<string, number> = {
      ArrowLeft: active - 1,
      ArrowRight: active + 1,
      ArrowUp: active - perRow,
      ArrowDown: active + perRow,
      Home: 0,
      End: count - 1,
    }
    const next = moves[event.key]
    if (next === undefined || next < 0 || next >= count) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget
      .closest('[data-roving]')
      ?.querySelector<HTMLElement>(`[data-place="${next}"]`)
      ?.focus()
  }
  return (index: number) => ({
    'data-place': index,
    tabIndex: index === active ? 0 : -1,
    onFocus: () => setCurrent(index),
    onKeyDown,
  })
}
