import dagre from '@dagrejs/dagre'
import type { Flow, Step } from '@ozvi/contract'
import { edgesOf } from './edges.ts'
import { isUnplaced } from './editor-state.ts'

export interface Point {
  x: number
  y: number
}
export const startId = '_start'
export const nodeWidth = 240
export const headHeight = 76
const portHeight = 24
/** Estimated from what a node shows, so that it can be arranged before it is drawn. */
const heightOf = (step: Step) => headHeight + edgesOf(step).length * portHeight

/** The area that the start and the steps take. */
export function boundsOf({ steps }: Flow, positions: Readonly<Record<string, Point>>) {
  const boxes = [
    { at: positions[startId], height: headHeight },
    ...steps.map((step) => ({ at: positions[step.id], height: heightOf(step) })),
  ].flatMap(({ at, height }) => (at ? [{ ...at, right: at.x + nodeWidth, bottom: at.y + height }] : []))
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const width = Math.max(...boxes.map(({ right }) => right)) - x
  return { x, y, width, height: Math.max(...boxes.map(({ bottom }) => bottom)) - y }
}

/** The graph keeps nodes in plain objects, where an id such as `constructor` collides with inherited properties. */
const nodeId = (id: string) => `step ${id}`
/** Places all steps from left to right along their connections. */
export function arrange(flow: Flow): Record<string, Point> {
  const graph = new dagre.graphlib.Graph().setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 80 })
  graph.setDefaultEdgeLabel(() => ({}))
  graph.setNode(nodeId(startId), { width: nodeWidth, height: headHeight })
  for (const step of flow.steps) graph.setNode(nodeId(step.id), { width: nodeWidth, height: heightOf(step) })
  const ids = new Set(flow.steps.map(({ id }) => id))
  const connect = (from: string, to: string | null) => {
    if (to !== null && ids.has(to)) graph.setEdge(nodeId(from), nodeId(to))
  }
  connect(startId, flow.start_step_id)
  for (const step of flow.steps) for (const { to } of edgesOf(step)) connect(step.id, to)
  dagre.layout(graph)
  return Object.fromEntries(
    [startId, ...ids].map((id) => {
      const { x, y, width, height } = graph.node(nodeId(id))
      return [id, { x: Math.round(x - width / 2), y: Math.round(y - height / 2) }]
    }),
  )
}

/** What the arrangement depends on. */
const shapeOf = ({ steps, start_step_id }: Flow) =>
  JSON.stringify([start_step_id, steps.map((step) => [step.id, edgesOf(step).map(({ to }) => to)])])
let last: { shape: string; positions: Record<string, Point> } | undefined
/** Arranging a long flow takes time, and most changes are of texts. */
function computeLayout(flow: Flow): Record<string, Point> {
  const shape = shapeOf(flow)
  if (last?.shape !== shape) last = { shape, positions: arrange(flow) }
  return last.positions
}

/** Where steps are shown. */
export function positionsOf(flow: Flow): Record<string, Point> {
  if (isUnplaced(flow.steps)) return computeLayout(flow)
  const positions = Object.fromEntries(flow.steps.map(({ id, position }) => [id, position]))
  const { x, y } = flow.steps.find(({ id }) => id === flow.start_step_id)?.position ?? { x: 0, y: 0 }
  return { ...positions, [startId]: { x: x - nodeWidth - 80, y } }
}
