import type { Scenario } from '@ozvi/contract'
import { useState } from 'react'
import { useScenarioActions } from '../data.ts'
import { ScenarioRow } from './scenario-row.tsx'

/** Scenarios in the order in which their triggers are checked; moved by dragging or by buttons. */
export function ScenarioList({
  integration_id,
  scenarios,
  isAllowed,
}: {
  integration_id: string
  scenarios: readonly Scenario[]
  isAllowed: boolean
}) {
  const actions = useScenarioActions(integration_id)
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string>()
  const ids = scenarios.map(({ id }) => id)
  function moveTo(id: string, index: number) {
    if (ids.indexOf(id) === index || !ids.includes(id)) return
    void actions.order(ids.filter((each) => each !== id).toSpliced(index, 0, id))
  }
  const endDrag = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  return (
    <ol className="divide-y divide-line">
      {scenarios.map((scenario, index) => (
        <ScenarioRow
          key={scenario.id}
          integration_id={integration_id}
          scenario={scenario}
          isAllowed={isAllowed}
          actions={actions}
          ids={ids}
          onMove={(step) => moveTo(scenario.id, index + step)}
          isDropTarget={target === scenario.id && dragged !== scenario.id}
          drag={{
            onDragStart: () => setDragged(scenario.id),
            onDragOver: (event) => {
              if (!dragged) return
              event.preventDefault()
              setTarget(scenario.id)
            },
            onDragEnd: endDrag,
          }}
          onDrop={(event) => {
            event.preventDefault()
            if (dragged) moveTo(dragged, index)
            endDrag()
          }}
        />
      ))}
    </ol>
  )
}
