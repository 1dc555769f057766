import { type RefObject, useLayoutEffect, useRef } from 'react'

const duration_ms = 160
/** Rows that move further jump to their new place: the list has changed too much to animate. */
const maxRows = 3

/** Rows slide to their new place when another one leaves, joins or moves, unless motion is reduced. */
export function useRowTransition(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  height_px: number,
) {
  const previous = useRef(rows)
  useLayoutEffect(() => {
    const previousPositions = new Map(previous.current.map(({ id }, index) => [id, index]))
    previous.current = rows
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const positions = new Map(rows.map(({ id }, index) => [id, index]))
    for (const element of scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []) {
      const id = element.dataset['row'] ?? ''
      const moved = (previousPositions.get(id) ?? NaN) - (positions.get(id) ?? NaN)
      if (!moved || Math.abs(moved) > maxRows) continue
      element.animate?.([{ transform: `translateY(${moved * height_px}px)` }, { transform: 'none' }], {
        duration: duration_ms,
        easing: 'ease-out',
      })
    }
  }, [scroller, rows, height_px])
}
