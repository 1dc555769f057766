import type { Flow, Step } from '@ozvi/contract'
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Icon } from '#ui/icon.tsx'
import { edgesOf } from './edges.ts'
import { StepFigures } from '../numbers/step-figures.tsx'
import { edgeName, stepIcons, stepSummary, stepTitle } from './step-text.ts'

export type StepNodeData = Node<{ step: Step; locales: Flow['locales']; isBroken: boolean }, 'step'>
export type StartNodeData = Node<{ trigger_kind: Flow['trigger']['kind'] }, 'start'>

const box = 'w-60 rounded-card border bg-raised text-ink'
const handle = 'size-3! border-2! border-page! bg-strong!'

/** A step on the canvas, with a port for each way out. */
export const StepNode = memo(function StepNode({
  data: { step, locales, isBroken },
  selected,
}: NodeProps<StepNodeData>) {
  const t = useT()
  return (
    <div className={cn(box, selected ? 'border-primary' : isBroken ? 'border-danger' : 'border-line')}>
      <Handle type="target" position={Position.Left} className={handle} />
      <div className="px-3 py-2">
        <p className="flex items-center gap-2 text-base font-medium">
          <Icon name={stepIcons[step.kind]} size={16} className="text-muted" />
          <span className="min-w-0 flex-1 truncate">{stepTitle(step, t)}</span>
          {isBroken && <Icon name="alert-triangle" size={16} className="text-danger" />}
        </p>
        <p className="min-h-5 truncate text-sm text-muted">{stepSummary(step, locales)}</p>
        <StepFigures step_id={step.id} />
      </div>
      {edgesOf(step).map(({ key }) => (
        <div key={key} className="relative h-6 border-t border-line px-3 text-right text-sm text-muted">
          <span className="block truncate">{edgeName(step, key, locales, t)}</span>
          <Handle type="source" id={key} position={Position.Right} className={handle} />
        </div>
      ))}
    </div>
  )
})

/** Where a run begins. */
export const StartNode = memo(function StartNode({ data: { trigger_kind } }: NodeProps<StartNodeData>) {
  const t = useT()
  return (
    <div className={cn(box, 'border-strong px-3 py-2')}>
      <p className="flex items-center gap-2 text-base font-medium">
        <Icon name="flag" size={16} className="text-muted" />
        {t('scenarios.start')}
      </p>
      <p className="truncate text-sm text-muted">{t(`scenarios.trigger_${trigger_kind}`)}</p>
      <Handle type="source" id="start" position={Position.Right} className={handle} />
    </div>
  )
})
