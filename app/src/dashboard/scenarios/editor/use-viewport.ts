import type { Flow } from '@ozvi/contract'
import { useReactFlow, type Viewport } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { headHeight, nodeWidth, type Point } from './canvas-layout.ts'
import { firstViewport } from './first-viewport.ts'

const isSame = (a: Viewport, b: Viewport) => a.x === b.x && a.y === b.y && a.zoom === b.zoom

/**
 * Moves the diagram to a selected step outside the visible area, such as one that was just added. Without one, the
 * diagram fits the area until someone moves it.
 *
 * @param selected the id of a step
 */
export function useViewport(
  area: RefObject<HTMLDivElement | null>,
  flow: Flow,
  positions: Readonly<Record<string, Point>>,
  selected: string | undefined,
) {
  const { flowToScreenPosition, setCenter, setViewport, getViewport, getZoom } = useReactFlow()
  const fitted = useRef<Viewport>(undefined)
  function fit() {
    const box = area.current?.getBoundingClientRect()
    if (!box) return
    fitted.current = firstViewport(flow, positions, box)
    void setViewport(fitted.current)
  }
  const reveal = useEffectEvent(() => {
    const position = selected === undefined ? undefined : positions[selected]
    const box = area.current?.getBoundingClientRect()
    if (!position || !box) return
    const start = flowToScreenPosition(position)
    const end = flowToScreenPosition({ x: position.x + nodeWidth, y: position.y + headHeight })
    const isVisible = start.x >= box.left && end.x <= box.right && start.y >= box.top && end.y <= box.bottom
    if (isVisible) return
    void setCenter(position.x + nodeWidth / 2, position.y + headHeight / 2, { zoom: getZoom() })
  })
  useEffect(() => reveal(), [selected])
  // A panel that opens beside the diagram can cover a part of it.
  const resize = useEffectEvent((isSmaller: boolean) => {
    if (selected === undefined) {
      if (fitted.current && isSame(getViewport(), fitted.current)) fit()
    } else if (isSmaller) reveal()
  })
  useEffect(() => {
    let width = Infinity
    const observer = new ResizeObserver(([entry]) => {
      const before = width
      width = entry?.contentRect.width ?? width
      if (width !== before) resize(width < before)
    })
    if (area.current) observer.observe(area.current)
    return () => observer.disconnect()
  }, [area])
  return { fit }
}
