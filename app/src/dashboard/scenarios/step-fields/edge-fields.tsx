import type { Step } from '@ozvi/contract'
import { useDeferredValue, useMemo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Select } from '#ui/input.tsx'
import { AddStepMenu } from '../editor/add-step-menu.tsx'
import { type Edge, edgesOf, isOptionalEdge } from '../editor/edges.ts'
import { useEditorParts } from '../editor/editor-context.ts'
import { Labeled } from './labeled.tsx'
import { newStep } from '../editor/new-step.ts'
import { edgeName, stepOptions } from '../editor/step-text.ts'

/** Where each way out of a step leads. */
export function EdgeFields({ step }: { step: Step }) {
  const t = useT()
  const { flow } = useEditorParts()
  const edges = edgesOf(step)
  if (edges.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3 border-t border-line pt-4">
      <legend className="sr-only">{t('scenarios.leads_to')}</legend>
      {edges.map((edge) => (
        <EdgeField
          key={edge.key}
          step_id={step.id}
          edge={edge}
          name={edgeName(step, edge.key, flow.locales, t)}
        />
      ))}
    </fieldset>
  )
}

/** The steps that a way out can lead to. Typing in a step doesn't wait for the names of all others. */
function useTargets(step_id: string | null) {
  const t = useT()
  const flow = useDeferredValue(useEditorParts().flow)
  return useMemo(
    () =>
      stepOptions(flow, t)
        .filter(({ value }) => value !== step_id)
        .map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        )),
    [flow, step_id, t],
  )
}

/** The target of one way out, or of the start: an existing step, or a new one. */
export function EdgeField({ step_id, edge, name }: { step_id: string | null; edge: Edge; name: string }) {
  const t = useT()
  const { dispatch } = useEditorParts()
  const from = { step_id, key: edge.key }
  const targets = useTargets(step_id)
  return (
    <Labeled label={name}>
      <span className="flex items-center gap-1">
        <Select
          value={edge.to ?? ''}
          onChange={({ target }) => dispatch({ type: 'connect', from, to: target.value || null })}
        >
          <option value="">
            {t(
              isOptionalEdge(edge.key)
                ? `scenarios.open_${edge.key === 'on_message' || edge.key === 'skipped' ? edge.key : 'hand_over'}`
                : 'scenarios.open',
            )}
          </option>
          {targets}
        </Select>
        <AddStepMenu
          trigger={<IconButton icon="plus" label={t('scenarios.add_at', { name })} />}
          onAdd={(kind) => dispatch({ type: 'add_step', step: newStep(kind), after: from })}
        />
      </span>
    </Labeled>
  )
}
