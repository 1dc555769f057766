import type { Edge, NodeChange } from '@xyflow/react'
import { useCallback, useMemo, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { type Point, positionsOf, startId } from './canvas-layout.ts'
import { edgesOf } from './edges.ts'
import { useEditorParts } from './editor-context.ts'
import type { StartNodeData, StepNodeData } from './step-node.tsx'
import { stepTitle } from './step-text.ts'

/*
 * Steps and connections as nodes and edges of the diagram. The library draws an element again only if its object is
 * another one, so unchanged elements keep theirs.
 */

export type CanvasNode = StepNodeData | StartNodeData

const isShallowEqual = (a: object, b: object) => {
  const values = new Map<string, unknown>(Object.entries(b))
  const entries = Object.entries(a)
  return entries.length === values.size && entries.every(([name, value]) => values.get(name) === value)
}
const isSameNode = ({ position, data, ...rest }: CanvasNode, other: CanvasNode) => {
  const { position: otherPosition, data: otherData, ...others } = other
  return (
    isShallowEqual(position, otherPosition) && isShallowEqual(data, otherData) && isShallowEqual(rest, others)
  )
}

/** Replaces items by the equal ones of the last render. */
function useStableItems<T extends { id: string }>(items: T[], isSame: (a: T, b: T) => boolean): T[] {
  const [previousItems] = useState(() => new Map<string, T>())
  return useMemo(() => {
    const next = items.map((item) => {
      const before = previousItems.get(item.id)
      return before && isSame(before, item) ? before : item
    })
    previousItems.clear()
    for (const item of next) previousItems.set(item.id, item)
    return next
  }, [items, isSame, previousItems])
}

/** Nodes of the flow, with the sizes that were measured and the positions while they are dragged. */
export function useNodes(selected: readonly string[], broken: ReadonlySet<string>) {
  const t = useT()
  const { flow, dispatch } = useEditorParts()
  const [sizes, setSizes] = useState<ReadonlyMap<string, { width: number; height: number }>>(new Map())
  const [dragged, setDragged] = useState<Record<string, Point>>({})
  const layout = useMemo(() => positionsOf(flow), [flow])
  const positions = useMemo(() => ({ ...layout, ...dragged }), [layout, dragged])
  const nodes = useMemo((): CanvasNode[] => {
    const common = (id: string) => {
      const measured = sizes.get(id)
      return {
        id,
        position: positions[id] ?? { x: 0, y: 0 },
        deletable: false,
        ...(measured ? { measured } : {}),
      }
    }
    return [
      {
        ...common(startId),
        type: 'start',
        data: { trigger_kind: flow.trigger.kind },
        draggable: false,
        ariaLabel: t('scenarios.start'),
      },
      ...flow.steps.map((step, index): StepNodeData => ({
        ...common(step.id),
        type: 'step',
        data: { step, locales: flow.locales, isBroken: broken.has(step.id) },
        selected: selected.includes(step.id),
        ariaLabel: `${index + 1}. ${stepTitle(step, t)}`,
      })),
    ]
  }, [flow, positions, sizes, selected, broken, t])
  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const ids = new Set(selected)
      const measured = new Map<string, { width: number; height: number }>()
      const moved: Record<string, Point> = {}
      for (const change of changes) {
        if (change.type === 'dimensions' && change.dimensions) measured.set(change.id, change.dimensions)
        if (change.type === 'position' && change.position) {
          const { id, position } = change
          if (change.dragging) setDragged((before) => ({ ...before, [id]: position }))
          else moved[id] = position
        }
        if (change.type === 'select' && change.id !== startId)
          if (change.selected) ids.add(change.id)
          else ids.delete(change.id)
      }
      // The end of a drag, or an arrow key.
      if (Object.keys(moved).length > 0) {
        const isByKey = Object.keys(moved).every((id) => !(id in dragged))
        dispatch({ type: 'place_steps', positions: { ...positions, ...moved }, isByKey })
        setDragged({})
      }
      if (measured.size > 0) setSizes((before) => new Map([...before, ...measured]))
      if (ids.size !== selected.length || selected.some((id) => !ids.has(id)))
        dispatch({ type: 'select', ids: [...ids] })
    },
    [selected, positions, dragged, dispatch],
  )
  return { nodes: useStableItems(nodes, isSameNode), positions, onNodesChange }
}

export function useEdges(selectedEdge: string | undefined): Edge[] {
  const { flow } = useEditorParts()
  const edges = useMemo(() => {
    const ids = new Set(flow.steps.map(({ id }) => id))
    const edge = (source: string, key: string, to: string | null): Edge[] => {
      if (to === null || !ids.has(to)) return []
      const id = `${source} ${key}`
      return [{ id, source, sourceHandle: key, target: to, selected: id === selectedEdge }]
    }
    return [
      ...edge(startId, 'start', flow.start_step_id),
      ...flow.steps.flatMap((step) => edgesOf(step).flatMap(({ key, to }) => edge(step.id, key, to))),
    ]
  }, [flow, selectedEdge])
  return useStableItems(edges, isShallowEqual)
}
