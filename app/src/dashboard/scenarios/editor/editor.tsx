import { can, type ScenarioWithFlow } from '@ozvi/contract'
import { blocksPublishing } from '@ozvi/contract/scenario-checks'
import { type Dispatch, lazy, Suspense, useCallback, useMemo, useReducer, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIsHydrated } from '#platform/document/use-client-hints.tsx'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useMedia } from '#platform/theme/use-media.ts'
import { ActionsMenu } from '#ui/actions-menu.tsx'
import { Button } from '#ui/button.tsx'
import { MenuItem } from '#ui/menu.tsx'
import { Segments } from '#ui/segments.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useIntegration } from '#dashboard/integrations'
import { UnsavedChangesDialog } from '#dashboard/settings'
import { saveFields, type ScenarioFields, useScenarios } from '../data.ts'
import { DraftConflict, isConflict } from './draft-conflict.tsx'
import { EditorBar } from './editor-bar.tsx'
import { EditorContext, FiguresContext } from './editor-context.ts'
import { EditorPanel, type Panel } from './editor-panel.tsx'
import { edit, type EditorAction, initialState } from './editor-state.ts'
import { Outline } from './outline.tsx'
import { PublishDraft } from '../versions/publish-draft.tsx'
import { download } from '../list/scenario-file.ts'
import { useAutosave } from './use-autosave.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useReferences } from './use-references.ts'
import { type NumbersScope, useFigures } from '../numbers/use-numbers.ts'
import { useProblems } from './use-problems.ts'

/** Loaded for the canvas alone: the library for diagrams is large. */
const Canvas = lazy(async () => ({ default: (await import('./canvas.tsx')).Canvas }))
type View = 'outline' | 'canvas'

/** Edits the draft of a scenario. The draft is read once; later changes by others don't replace it. */
export function Editor({ integration_id, loaded }: { integration_id: string; loaded: ScenarioWithFlow }) {
  const integration = useIntegration()
  const { name: workspace } = integration
  const isReadOnly = !can(integration, 'rules.manage')
  const [state, dispatch] = useReducer(edit, loaded, ({ name, description, flow }) =>
    initialState({ name, description, flow }),
  )
  const { present, selected } = state
  const { flow } = present
  const scenario = useScenarios(integration_id).data?.find(({ id }) => id === loaded.id) ?? loaded
  const references = useReferences(integration_id, loaded.id)
  const { autosave, blockedUrls, resolve } = useSaving(integration_id, loaded, present, dispatch)
  const problems = useProblems(flow, references, blockedUrls)
  const [chosenPanel, setPanel] = useState<Panel | undefined>(useOpenedNumbers())
  // The server knows neither the width nor how to show a drawer.
  const panel = useIsHydrated() ? chosenPanel : undefined
  const [scope, setScope] = useState<NumbersScope>({ days: 30 })
  const figures = useFigures({ integration_id, scenario_id: loaded.id }, scope, panel === 'numbers')
  const isWide = useMedia('(min-width: 64rem)')
  const [view, setView] = useState<View>('canvas')
  useEditorKeys(state, dispatch, isReadOnly)
  const parts = useMemo(
    () => ({ integration_id, scenario, flow, dispatch, isReadOnly, references }),
    [integration_id, scenario, flow, isReadOnly, references],
  )
  const broken = useMemo(
    () => new Set(problems.filter(blocksPublishing).flatMap(({ step_id }) => step_id ?? [])),
    [problems],
  )
  const step = flow.steps.find(({ id }) => id === selected[0])
  const [focusCount, setFocusCount] = useState(0)
  // A stable function, so that the steps aren't rendered again.
  const openStep = useCallback((id: string | undefined, isByKey = false) => {
    if (isByKey) setFocusCount((count) => count + 1)
    dispatch({ type: 'select', ids: id === undefined ? [] : [id] })
    setPanel(id === undefined ? 'start' : 'step')
  }, [])
  return (
    <EditorContext value={parts}>
      <div className="flex h-full min-h-0 flex-col small:window-height">
        <title>{`${present.name} – ${workspace}`}</title>
        <h1 className="sr-only">{present.name}</h1>
        <EditorBar
          integration_id={integration_id}
          scenario={scenario}
          state={state}
          dispatch={dispatch}
          isReadOnly={isReadOnly}
          saveState={autosave.state}
          problem={autosave.problem}
          onRetry={() => void autosave.flush()}
        >
          {isWide && <ViewChoice view={view} onChange={setView} />}
          <PanelButtons problems={problems.length} onOpen={setPanel} />
          {!isReadOnly && (
            <PublishDraft
              problems={problems.filter(blocksPublishing).length}
              flush={autosave.flush}
              onProblems={() => setPanel('problems')}
              onTests={() => setPanel('test')}
            />
          )}
          <MoreActions
            name={present.name}
            onVersions={() => setPanel('versions')}
            onReplay={isReadOnly ? undefined : () => setPanel('replay')}
            onExport={() => download(present)}
          />
        </EditorBar>
        {autosave.problem && isConflict(autosave.problem) && (
          <DraftConflict mine={present} onResolve={resolve} />
        )}
        <div className="flex min-h-0 flex-1">
          <div className="min-w-0 flex-1 overflow-y-auto">
            <FiguresContext value={figures}>
              {isWide && view === 'canvas' ? (
                <Suspense fallback={<SkeletonRows className="p-4" />}>
                  <Canvas selected={selected} broken={broken} onOpen={openStep} />
                </Suspense>
              ) : (
                <Outline selected={selected} broken={broken} onSelect={openStep} />
              )}
            </FiguresContext>
          </div>
          {panel && (panel !== 'step' || step) && (
            <EditorPanel
              panel={panel}
              step={step}
              problems={problems}
              description={present.description}
              scope={scope}
              onScope={setScope}
              flush={autosave.flush}
              isWide={isWide}
              focusCount={focusCount}
              onClose={() => {
                setPanel(undefined)
                focusStep(step?.id)
              }}
              onOpen={openStep}
            />
          )}
        </div>
        <UnsavedChangesDialog isAsked={autosave.state === 'failed'} />
      </div>
    </EditorContext>
  )
}

/** Returns the focus from a panel to its step, if the step is shown. */
function focusStep(id: string | undefined) {
  if (id === undefined) return
  const shown = document.querySelector<HTMLElement>(`[data-step="${id}"], .react-flow__node[data-id="${id}"]`)
  shown?.focus({ preventScroll: true })
}

/** The list links to the numbers of a scenario. */
const useOpenedNumbers = (): Panel | undefined =>
  useSearchParams()[0].get('panel') === 'numbers' ? 'numbers' : undefined

/** Saves the draft as it changes, as long as no one else changed it. */
function useSaving(
  integration_id: string,
  loaded: ScenarioWithFlow,
  present: ScenarioFields,
  dispatch: Dispatch<EditorAction>,
) {
  const base = useRef(loaded.draft_version)
  const [blockedUrls, setBlockedUrls] = useState(loaded.blocked_urls)
  const autosave = useAutosave(present, async (fields) => {
    const saved = await saveFields(integration_id, loaded.id, fields, base.current)
    base.current = saved.draft_version
    setBlockedUrls(saved.blocked_urls)
  })
  function resolve(theirs: ScenarioWithFlow, resolution: 'mine' | 'theirs') {
    const { name, description, flow, draft_version, blocked_urls } = theirs
    const their = { name, description, flow }
    base.current = draft_version
    setBlockedUrls(blocked_urls)
    autosave.accept(their)
    dispatch({
      type: 'resolve_conflict',
      present: resolution === 'mine' ? present : their,
      other: resolution === 'mine' ? their : present,
    })
  }
  return { autosave, blockedUrls, resolve }
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useT()
  return (
    <Segments
      label={t('scenarios.view')}
      value={view}
      onChange={onChange}
      options={[
        { value: 'canvas', label: t('scenarios.view_canvas'), icon: 'workflow' },
        { value: 'outline', label: t('scenarios.view_outline'), icon: 'list' },
      ]}
    />
  )
}

/** On a phone only their icons, so that the bar has two rows. */
function PanelButtons({ problems, onOpen }: { problems: number; onOpen: (panel: Panel) => void }) {
  const t = useT()
  const { number } = useFormats()
  const buttons = [
    { panel: 'start', icon: 'settings', label: t('scenarios.start') },
    {
      panel: 'problems',
      icon: problems > 0 ? 'alert-triangle' : 'circle-check',
      label: problems > 0 ? t('scenarios.problems_count', { count: problems }) : t('scenarios.problems_zero'),
    },
    { panel: 'test', icon: 'zap', label: t('scenarios.test') },
    { panel: 'numbers', icon: 'chart', label: t('scenarios.numbers') },
  ] as const
  return buttons.map(({ panel, icon, label }) => (
    <Button key={panel} size="sm" icon={icon} className="max-sm:flex-1" onClick={() => onOpen(panel)}>
      <span className="max-sm:sr-only">{label}</span>
      {panel === 'problems' && problems > 0 && (
        <span aria-hidden className="sm:hidden">
          {number(problems)}
        </span>
      )}
    </Button>
  ))
}

interface MoreActionsProps {
  name: string
  onVersions: () => void
  onReplay: (() => void) | undefined
  onExport: () => void
}
function MoreActions({ name, onVersions, onReplay, onExport }: MoreActionsProps) {
  const t = useT()
  return (
    <ActionsMenu size="sm" label={t('scenarios.actions_named', { name })}>
      <MenuItem icon="clock" onSelect={onVersions}>
        {t('scenarios.versions')}
      </MenuItem>
      {onReplay && (
        <MenuItem icon="inbox" onSelect={onReplay}>
          {t('scenario-tests.replay_menu')}
        </MenuItem>
      )}
      <MenuItem icon="file" onSelect={onExport}>
        {t('scenarios.export')}
      </MenuItem>
    </ActionsMenu>
  )
}
