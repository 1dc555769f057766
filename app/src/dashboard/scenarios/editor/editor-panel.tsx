import type { Step } from '@ozvi/contract'
import type { FlowProblem } from '@ozvi/contract/scenario-checks'
import { useEffect, useRef } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { IconButton } from '#ui/button.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { useEditorParts } from './editor-context.ts'
import { NumbersPanel } from '../numbers/numbers-panel.tsx'
import { ProblemList } from './problem-list.tsx'
import { ReplayPanel } from '../testing/replay-panel.tsx'
import { StartForm } from '../step-fields/start-form.tsx'
import { StepForm } from './step-form.tsx'
import { stepTitle } from './step-text.ts'
import { TestPanel } from '../testing/test-panel.tsx'
import type { NumbersScope } from '../numbers/use-numbers.ts'
import { VersionsPanel } from '../versions/versions-panel.tsx'

export type Panel = 'step' | 'start' | 'problems' | 'test' | 'versions' | 'numbers' | 'replay'

interface EditorPanelProps {
  panel: Panel
  step: Step | undefined
  problems: readonly FlowProblem[]
  description: string
  scope: NumbersScope
  onScope: (scope: NumbersScope) => void
  /** Saves the draft. */
  flush: () => Promise<boolean>
  /** Next to the steps, or over them. */
  isWide: boolean
  /** Changes when the keyboard opens the panel, which then takes the focus. */
  focusCount: number
  onClose: () => void
  /** @param step_id undefined for the start */
  onOpen: (step_id: string | undefined) => void
}
export function EditorPanel({ isWide, focusCount, onClose, ...props }: EditorPanelProps) {
  const t = useT()
  const { flow } = useEditorParts()
  const { panel, step } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const chosenPath = useRef<string>(undefined)
  useEffect(() => {
    if (focusCount > 0) heading.current?.focus()
  }, [focusCount])
  useEffect(() => {
    // The button that added this step is gone.
    if (document.activeElement === document.body) heading.current?.focus()
  }, [step?.id])
  useEffect(() => {
    if (panel === 'start' && chosenPath.current) focusPlace(chosenPath.current)
    chosenPath.current = undefined
  }, [panel])
  const title =
    panel === 'step' && step
      ? `${flow.steps.indexOf(step) + 1}. ${stepTitle(step, t)}`
      : panel === 'replay'
        ? t('scenario-tests.replay')
        : t(`scenarios.${panel}`)
  const openProblem = (step_id: string | undefined, path: string | undefined) => {
    chosenPath.current = path
    props.onOpen(step_id)
  }
  const contents = <PanelContents {...props} onOpen={openProblem} onClose={onClose} />
  if (!isWide)
    return (
      <Drawer isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
        <div className="p-4">{contents}</div>
      </Drawer>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from any control in it
    <aside
      aria-label={title}
      onKeyDown={(event) => {
        // Escape in a menu closes only the menu.
        const isOwn = event.currentTarget.contains(event.target as Node) // a target is a node
        if (event.key === 'Escape' && isOwn && !event.defaultPrevented) onClose()
      }}
      className="flex w-88 shrink-0 flex-col border-l border-line bg-page xl:w-104"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 truncate text-md font-semibold outline-none">
          {title}
        </h2>
        <IconButton icon="x" size="sm" label={t('ui.close')} onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{contents}</div>
    </aside>
  )
}

/** Focuses the group or the first field of the condition that a path leads to, which scrolls to it. */
function focusPlace(path: string) {
  const names = path.split('.')
  const targets = [...document.querySelectorAll<HTMLElement>('[data-place]')]
  const find = (count: number) =>
    targets.find(({ dataset }) => dataset['place'] === names.slice(0, count).join('.'))
  const element = names.map((_, index) => find(names.length - index)).find((each) => each !== undefined)
  const target = element?.hasAttribute('tabindex') ? element : element?.querySelector('select')
  target?.focus()
}

interface PanelContentsProps extends Omit<EditorPanelProps, 'isWide' | 'focusCount' | 'onOpen'> {
  onOpen: (step_id: string | undefined, path: string | undefined) => void
}
function PanelContents({
  panel,
  step,
  problems,
  description,
  scope,
  onScope,
  flush,
  onClose,
  onOpen,
}: PanelContentsProps) {
  switch (panel) {
    case 'step':
      return step && <StepForm key={step.id} step={step} />
    case 'start':
      return <StartForm description={description} />
    case 'problems':
      return <ProblemList problems={problems} onOpen={onOpen} />
    case 'test':
      return <TestPanel onClose={onClose} />
    case 'versions':
      return <VersionsPanel />
    case 'numbers':
      return <NumbersPanel scope={scope} onScope={onScope} />
    case 'replay':
      return <ReplayPanel flush={flush} />
  }
}
