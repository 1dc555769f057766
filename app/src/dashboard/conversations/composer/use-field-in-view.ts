import { type RefObject, useEffect } from 'react'

/**
 * Keeps the focused field in view when notices above it change its place, as in a low window whose pane scrolls.
 * A field that has been scrolled out of view, to read above it, stays there.
 */
export function useFieldInView(area: RefObject<HTMLElement | null>, field: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const [outer, inner] = [area.current, field.current]
    if (!outer || !inner || typeof IntersectionObserver === 'undefined') return
    // A frame reports sizes before intersections, so this is still the visibility before the change of size.
    let isInView = false
    const visibility = new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false
    })
    const size = new ResizeObserver(() => {
      if (isInView && document.activeElement === inner) inner.scrollIntoView({ block: 'nearest' })
    })
    visibility.observe(inner)
    size.observe(outer)
    return () => {
      visibility.disconnect()
      size.disconnect()
    }
  }, [area, field])
}
