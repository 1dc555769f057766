import dagre from '@dagrejs/dagre'
import type { Flow, Step } from '@ozvi/contract'
import { edgesOf } from './edges.ts'

export interface Point {
  x: number
  y: number
}
export const startId = '_start'
const nodeWidth = 240
const headHeight = 76
const portHeight = 24
/** Estimated from what a node shows, so that it can be arranged before it is drawn. */
const heightOf = (step: Step) => headHeight + edgesOf(step).length * portHeight

/** Places all steps from left to right along their connections. */
export function arrange(flow: Flow): Record<string, Point> {
  const graph = new dagre.graphlib.Graph().setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 80 })
  graph.setDefaultEdgeLabel(() => ({}))
  graph.setNode(startId, { width: nodeWidth, height: headHeight })
  for (const step of flow.steps) graph.setNode(step.id, { width: nodeWidth, height: heightOf(step) })
  if (flow.start_step_id !== null) graph.setEdge(startId, flow.start_step_id)
  const ids = new Set(flow.steps.map(({ id }) => id))
  for (const step of flow.steps)
    for (const { to } of edgesOf(step)) if (to !== null && ids.has(to)) graph.setEdge(step.id, to)
  dagre.layout(graph)
  return Object.fromEntries(
    [startId, ...ids].map((id) => {
      const { x, y, width, height } = graph.node(id)
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
    }),
  )
}

const isPlaced = ({ position: { x, y } }: Step) => x !== 0 || y !== 0
/** Where steps are shown: where they were placed, and the others where they are arranged. */
export function positionsOf(flow: Flow): Record<string, Point> {
  const arranged = arrange(flow)
  const placed = flow.steps.filter(isPlaced)
  for (const { id, position } of placed) arranged[id] = position
  const first = flow.start_step_id === null ? undefined : arranged[flow.start_step_id]
  if (placed.length > 0 && first) arranged[startId] = { x: first.x - nodeWidth - 80, y: first.y }
  return arranged
}
