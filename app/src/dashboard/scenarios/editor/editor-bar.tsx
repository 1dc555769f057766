import { type Scenario, scenarioNameCharsMax } from '@ozvi/contract'
import type { Dispatch, ReactNode } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { PageLink, usePath } from '#platform/document/page-link.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { Input } from '#ui/input.tsx'
import type { FormProblem } from '#ui/form.tsx'
import { errorText } from '#platform/calls/use-async-action.ts'
import type { EditorAction, EditorState } from './editor-state.ts'
import { isConflict } from './draft-conflict.tsx'
import { StatusBadge } from '../list/status-badge.tsx'
import type { SaveState } from './use-autosave.ts'

interface EditorBarProps {
  integration_id: string
  scenario: Scenario
  state: EditorState
  dispatch: Dispatch<EditorAction>
  isReadOnly: boolean
  saveState: SaveState
  problem: FormProblem | null
  onRetry: () => void
  /** Buttons at the end. */
  children: ReactNode
}
export function EditorBar(props: EditorBarProps) {
  const { integration_id, scenario, state, dispatch, isReadOnly, children } = props
  const t = useT()
  const to = usePath()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-subtle px-3 py-2">
      <PageLink
        to={to('app-i-integrationId-scenario', { integrationId: integration_id })}
        aria-label={t('scenarios.back')}
        className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-inset touch:size-11"
      >
        <Icon name="arrow-left" />
      </PageLink>
      <Input
        aria-label={t('scenarios.name')}
        value={state.present.name}
        maxLength={scenarioNameCharsMax}
        readOnly={isReadOnly}
        autoComplete="off"
        className="w-auto min-w-0 flex-1 font-medium sm:max-w-72 sm:min-w-48"
        onChange={({ target }) => dispatch({ type: 'set_details', changes: { name: target.value } })}
      />
      <span className="max-sm:hidden">
        <StatusBadge status={scenario.status} />
      </span>
      {!isReadOnly && (
        <>
          <Saving {...props} />
          <span className="flex items-center gap-1 sm:ml-auto">
            <IconButton
              icon="undo"
              size="sm"
              label={t('scenarios.undo')}
              disabled={state.past.length === 0}
              onClick={() => dispatch({ type: 'undo' })}
            />
            <IconButton
              icon="redo"
              size="sm"
              label={t('scenarios.redo')}
              disabled={state.future.length === 0}
              onClick={() => dispatch({ type: 'redo' })}
            />
          </span>
        </>
      )}
      <span className={cn('flex flex-wrap items-center gap-1 max-sm:w-full', isReadOnly && 'sm:ml-auto')}>
        {children}
      </span>
    </div>
  )
}

function Saving({ saveState, problem, onRetry }: EditorBarProps) {
  const t = useT()
  // Saving again doesn't help: the conflict is shown under the bar.
  if (problem && isConflict(problem)) return null
  return (
    <span role="status" className="flex items-center gap-2 text-sm text-muted">
      {saveState === 'failed' ? (
        <>
          <span className="text-danger">{problem ? errorText(problem) : t('scenarios.not_saved')}</span>
          <Button size="sm" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </>
      ) : (
        <>
          <Icon
            name={saveState === 'saved' ? 'circle-check' : 'clock'}
            size={16}
            className={cn('sm:hidden', saveState === 'saved' && 'text-success')}
          />
          <span className="max-sm:sr-only">
            {t(saveState === 'saved' ? 'scenarios.all_saved' : 'scenarios.saving')}
          </span>
        </>
      )}
    </span>
  )
}
