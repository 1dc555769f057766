import { type CSSProperties, useEffect, useRef, useState } from 'react'

/** Page widths in pixels. The phone is shown at full size; the desktop is scaled to fit. */
const widths = { desktop: 860, phone: 390 } as const

/** Scales a page of a given width to fit, and fills the height. */
export function useScaleToFit(viewport: keyof typeof widths) {
  const container = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = container.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const width = widths[viewport]
  const scale = room.width === 0 ? 1 : Math.min(1, room.width / width)
  const style: CSSProperties = { width, height: room.height / scale, transform: `scale(${scale})` }
  return { container, style }
}
