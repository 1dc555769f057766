import { type RefObject, useEffect } from 'react'

/** Keeps the focused field in view when notices above it change its place, as in a low window whose pane scrolls. */
export function useFieldInView(area: RefObject<HTMLElement | null>, field: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = area
    if (!current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (document.activeElement === field.current) field.current?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [area, field])
}
