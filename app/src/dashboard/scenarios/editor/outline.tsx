import { type Flow, flowStepsMax, type Step } from '@ozvi/contract'
import { type Dispatch, memo, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { AddStepMenu } from './add-step-menu.tsx'
import { edgesOf } from './edges.ts'
import { useEditorParts } from './editor-context.ts'
import type { EditorAction } from './editor-state.ts'
import { findSteps, searchedStepsMin } from './find-steps.ts'
import { newStep } from './new-step.ts'
import { StepFigures } from '../numbers/step-figures.tsx'
import { edgeName, stepIcons, stepSummary, stepTitle } from './step-text.ts'

interface OutlineProps {
  selected: readonly string[]
  /** Steps with problems. */
  broken: ReadonlySet<string>
  onSelect: (id: string, isByKey: boolean) => void
}
/** The steps as a list: the same flow for the keyboard, a screen reader and a phone. */
export function Outline({ selected, broken, onSelect }: OutlineProps) {
  const t = useT()
  const { flow: current, dispatch, isReadOnly } = useEditorParts()
  // Typing in a step doesn't wait for the list.
  const flow = useDeferredValue(current)
  // Deferred like the flow, so that the selected row exists.
  const chosen = useDeferredValue(selected)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Pasted steps are appended, often out of view.
    const id = chosen.at(-1)
    if (id) list.current?.querySelector(`[data-step="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const [query, setQuery] = useState('')
  const shown = findSteps(flow, query, t)
  const numbers = new Map(flow.steps.map(({ id }, index) => [id, index]))
  /** One string, so that a row is rendered again only if it changes. */
  const leadsTo = (step: Step) =>
    edgesOf(step)
      .flatMap(({ key, to }) => {
        const name = edgeName(step, key, flow.locales, t)
        return to === null ? [] : [t('scenarios.edge_to', { name, number: (numbers.get(to) ?? -1) + 1 })]
      })
      .join('\n')
  const canAdd = !isReadOnly && flow.steps.length < flowStepsMax
  const addAtEnd = (
    <AddStepMenu
      trigger={
        <Button icon="plus" variant={flow.steps.length === 0 ? 'primary' : 'plain'}>
          {t('scenarios.add_step')}
        </Button>
      }
      onAdd={(kind) => {
        const last = flow.steps.at(-1)
        if (last) dispatch({ type: 'select', ids: [last.id] })
        dispatch({ type: 'add_step', step: newStep(kind) })
      }}
    />
  )
  if (flow.steps.length === 0)
    return (
      <EmptyState icon="workflow" title={t('scenarios.no_steps')} action={canAdd && addAtEnd}>
        {t('scenarios.no_steps_text')}
      </EmptyState>
    )
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-3 p-4">
      {flow.steps.length >= searchedStepsMin && (
        <SearchInput
          label={t('scenarios.find_step')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <ol ref={list} aria-label={t('scenarios.steps')} className="flex flex-col gap-2">
        {shown.map((step) => (
          <OutlineRow
            key={step.id}
            step={step}
            index={numbers.get(step.id) ?? 0}
            isFirst={flow.start_step_id === step.id}
            isLast={step === flow.steps.at(-1)}
            leadsTo={leadsTo(step)}
            locales={flow.locales}
            isSelected={selected.includes(step.id)}
            isBroken={broken.has(step.id)}
            canAdd={canAdd}
            dispatch={dispatch}
            onSelect={onSelect}
          />
        ))}
      </ol>
      {shown.length === 0 && <p className="text-base text-muted">{t('scenarios.no_match')}</p>}
      {canAdd && <div>{addAtEnd}</div>}
    </div>
  )
}

interface OutlineRowProps {
  step: Step
  index: number
  isFirst: boolean
  isLast: boolean
  /** Where its connections lead, one per line. */
  leadsTo: string
  locales: Flow['locales']
  isSelected: boolean
  isBroken: boolean
  canAdd: boolean
  dispatch: Dispatch<EditorAction>
  onSelect: (id: string, isByKey: boolean) => void
}
const OutlineRow = memo(function OutlineRow(props: OutlineRowProps) {
  const { step, index, isFirst, leadsTo, locales, isSelected, isBroken, canAdd, onSelect } = props
  const t = useT()
  const summary = stepSummary(step, locales)
  return (
    <li
      className={cn(
        // Rows out of view aren't laid out.
        'flex items-start gap-1 rounded-card border bg-raised p-2 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]',
        isSelected ? 'border-primary' : 'border-line',
      )}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        data-step={step.id}
        onClick={({ detail }) => onSelect(step.id, detail === 0)}
        className="flex min-h-9 min-w-0 flex-1 items-start gap-2 rounded-control p-1 text-left hover:bg-inset touch:min-h-11"
      >
        <span className="w-6 shrink-0 text-right text-sm text-muted">{index + 1}.</span>
        <Icon name={stepIcons[step.kind]} className="mt-px text-muted" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2 text-base font-medium">
            {stepTitle(step, t)}
            {isFirst && <span className="text-sm font-normal text-muted">{t('scenarios.first')}</span>}
            {isBroken && (
              <span className="flex items-center gap-1 text-sm font-normal text-danger">
                <Icon name="alert-triangle" size={16} />
                {t('scenarios.has_problem')}
              </span>
            )}
          </span>
          {summary && <span className="line-clamp-2 text-sm text-muted">{summary}</span>}
          <StepFigures step_id={step.id} />
          {leadsTo && <span className="block text-sm whitespace-pre-line text-muted">{leadsTo}</span>}
        </span>
      </button>
      {canAdd && <RowButtons {...props} />}
    </li>
  )
})

function RowButtons({ step, index, isLast, dispatch }: OutlineRowProps) {
  const t = useT()
  const name = `${index + 1}. ${stepTitle(step, t)}`
  return (
    <span className="flex shrink-0 flex-wrap justify-end max-sm:w-20 max-sm:touch:w-22">
      <IconButton
        icon="arrow-up"
        size="sm"
        label={t('scenarios.step_up', { name })}
        disabled={index === 0}
        onClick={() => dispatch({ type: 'move_step', id: step.id, by: -1 })}
      />
      <IconButton
        icon="arrow-down"
        size="sm"
        label={t('scenarios.step_down', { name })}
        disabled={isLast}
        onClick={() => dispatch({ type: 'move_step', id: step.id, by: 1 })}
      />
      <AddStepMenu
        trigger={<IconButton icon="plus" size="sm" label={t('scenarios.add_after', { name })} />}
        onAdd={(kind) => {
          dispatch({ type: 'select', ids: [step.id] })
          dispatch({ type: 'add_step', step: newStep(kind) })
        }}
      />
      <IconButton
        icon="trash"
        size="sm"
        label={t('scenarios.step_delete', { name })}
        onClick={() => dispatch({ type: 'delete_steps', ids: [step.id] })}
      />
    </span>
  )
}
