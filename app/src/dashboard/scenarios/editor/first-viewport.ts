import type { Flow } from '@ozvi/contract'
import { getViewportForBounds, type Viewport } from '@xyflow/react'
import { boundsOf, headHeight, type Point, startId } from './canvas-layout.ts'

/** Below this, steps can't be read. */
const readableZoom = 0.5
const padding = 0.15
/** Where the start of a long flow is shown, in pixels from the left. */
const startLeft_px = 32
const longFlowZoom = 0.75

/** The part of the diagram that is shown first: all of it, or the beginning if it would be too small to read. */
export function firstViewport(
  flow: Flow,
  positions: Readonly<Record<string, Point>>,
  { width, height }: { width: number; height: number },
): Viewport {
  const bounds = boundsOf(flow, positions)
  const zoom = (1 - padding) * Math.min(width / bounds.width, height / bounds.height)
  const start = positions[startId]
  if (zoom >= readableZoom || !start)
    return getViewportForBounds(bounds, width, height, readableZoom, 1, padding)
  return {
    x: startLeft_px - start.x * longFlowZoom,
    y: height / 2 - (start.y + headHeight / 2) * longFlowZoom,
    zoom: longFlowZoom,
  }
}
