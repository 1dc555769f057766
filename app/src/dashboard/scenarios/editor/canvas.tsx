import {
  Background,
  type Connection,
  Controls,
  type EdgeChange,
  MiniMap,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import type { StepKind } from '@ozvi/contract'
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { type CanvasNode, useEdges, useNodes } from './canvas-elements.ts'
import { CanvasSearch } from './canvas-search.tsx'
import { arrange, type Point, startId } from './canvas-layout.ts'
import { useEditorParts } from './editor-context.ts'
import type { Source } from './editor-state.ts'
import { searchedStepsMin } from './find-steps.ts'
import { isStepKind, newStep } from './new-step.ts'
import { Palette, stepDrag } from './palette.tsx'
import { StartNode, StepNode } from './step-node.tsx'
import { useViewport } from './use-viewport.ts'

/** The library has colors of its own. */
const colors =
  'bg-page! [--xy-controls-button-background-color:var(--bg-raised)] [--xy-controls-button-color:var(--text)] ' +
  '[--xy-controls-button-background-color-hover:var(--bg-inset)] [--xy-controls-button-color-hover:var(--text)] ' +
  '[--xy-controls-button-border-color:var(--border)] [--xy-edge-stroke:var(--border-strong)] ' +
  '[--xy-edge-stroke-selected:var(--primary)] [--xy-attribution-background-color:transparent]'
/** In longer flows, only the steps in view are drawn. */
const allRenderedMax = 60
const nodeTypes = { step: StepNode, start: StartNode }

interface CanvasProps {
  selected: readonly string[]
  broken: ReadonlySet<string>
  onOpen: (id: string | undefined, isByKey?: boolean) => void
}
/** The flow as a diagram. Ports are connected with a pointer, or in the panel of a step. */
export const Canvas = (props: CanvasProps) => (
  <ReactFlowProvider>
    <Diagram {...props} />
  </ReactFlowProvider>
)

const sourceOf = (node: string, key: string): Source => ({ step_id: node === startId ? null : node, key })

function Diagram({ selected, broken, onOpen }: CanvasProps) {
  const t = useT()
  const { flow, dispatch, isReadOnly } = useEditorParts()
  const { screenToFlowPosition } = useReactFlow()
  const { nodes, positions, onNodesChange } = useNodes(selected, broken)
  const area = useRef<HTMLDivElement>(null)
  const { fit } = useViewport(area, flow, positions, selected[0])
  const [selectedEdge, setSelectedEdge] = useState<string>()
  const edges = useEdges(selectedEdge)
  const add = (kind: StepKind, { position, isByKey }: { position?: Point; isByKey?: boolean }) => {
    // A step that was dropped isn't connected to the selected one.
    if (position) dispatch({ type: 'select', ids: [] })
    const step = newStep(kind)
    dispatch({ type: 'add_step', ...(position ? { step: { ...step, position }, positions } : { step }) })
    onOpen(step.id, isByKey)
  }
  function selectEdge(changes: EdgeChange[]) {
    for (const change of changes)
      if (change.type === 'select')
        setSelectedEdge((before) => {
          if (change.selected) return change.id
          return before === change.id ? undefined : before
        })
  }
  function drop(event: DragEvent) {
    const kind = event.dataTransfer.getData(stepDrag)
    event.preventDefault()
    if (isStepKind(kind))
      add(kind, { position: screenToFlowPosition({ x: event.clientX, y: event.clientY }) })
  }
  /** Opens the focused step; the library only selects it. */
  function press(event: KeyboardEvent<HTMLElement>) {
    const { id } = event.target instanceof HTMLElement ? event.target.dataset : {}
    const isNode = event.target instanceof HTMLElement && event.target.matches('.react-flow__node')
    if (event.key !== 'Enter' || !isNode || id === undefined) return
    event.preventDefault()
    onOpen(id === startId ? undefined : id, true)
  }
  return (
    <div className="flex h-full min-h-0">
      {!isReadOnly && <Palette onAdd={(kind, isByKey) => add(kind, { isByKey })} />}
      <div
        ref={area}
        className="h-full min-w-0 flex-1"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <ReactFlow<CanvasNode>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          onNodesChange={onNodesChange}
          onKeyDown={press}
          onNodeClick={(_, { id }) => onOpen(id === startId ? undefined : id)}
          onConnect={({ source, sourceHandle, target }: Connection) =>
            dispatch({ type: 'connect', from: sourceOf(source, sourceHandle ?? ''), to: target })
          }
          onEdgesChange={selectEdge}
          onPaneClick={() => dispatch({ type: 'select', ids: [] })}
          onEdgesDelete={(deleted) => {
            for (const { source, sourceHandle } of deleted)
              dispatch({ type: 'connect', from: sourceOf(source, sourceHandle ?? ''), to: null })
          }}
          nodesDraggable={!isReadOnly}
          nodesConnectable={!isReadOnly}
          onlyRenderVisibleElements={flow.steps.length > allRenderedMax}
          deleteKeyCode={isReadOnly ? null : ['Delete', 'Backspace']}
          connectionRadius={40}
          minZoom={0.2}
          onInit={fit}
          ariaLabelConfig={{
            'node.a11yDescription.default': t('scenarios.canvas_node'),
            'edge.a11yDescription.default': t('scenarios.canvas_edge'),
            'controls.ariaLabel': t('scenarios.canvas_controls'),
            'controls.zoomIn.ariaLabel': t('scenarios.zoom_in'),
            'controls.zoomOut.ariaLabel': t('scenarios.zoom_out'),
            'controls.fitView.ariaLabel': t('scenarios.fit'),
            'minimap.ariaLabel': t('scenarios.minimap'),
            'handle.ariaLabel': t('scenarios.canvas_port'),
          }}
          className={colors}
        >
          <Background color="var(--border)" />
          <Controls showInteractive={false} />
          <MiniMap
            className="max-xl:hidden"
            pannable
            zoomable
            bgColor="var(--bg-subtle)"
            maskColor="transparent"
            nodeColor="var(--text-muted)"
          />
          {flow.steps.length >= searchedStepsMin && (
            <Panel position="top-left">
              <CanvasSearch selected={selected[0]} onFind={(id) => dispatch({ type: 'select', ids: [id] })} />
            </Panel>
          )}
          {!isReadOnly && (
            <Panel position="top-right">
              <Button size="sm" onClick={() => dispatch({ type: 'place_steps', positions: arrange(flow) })}>
                {t('scenarios.arrange')}
              </Button>
            </Panel>
          )}
        </ReactFlow>
      </div>
    </div>
  )
}
