import type { AssistantMetrics, ReportSlice } from '@ozvi/contract'
import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { Change } from './figure-card.tsx'
import type { Better } from './trend-metrics.ts'

type Step = Exclude<keyof AssistantMetrics, 'handed_over_by' | 'reopened_soon' | 'resolved_by_assistant'>
/** Steps below one another: those of a level add up to the one above. */
const steps: readonly { step: Step; level: 0 | 1 | 2; better: Better; bar: string }[] = [
  { step: 'involved', level: 0, better: undefined, bar: 'bg-muted' },
  { step: 'answered', level: 1, better: 'up', bar: 'bg-bot' },
  { step: 'confirmed', level: 2, better: 'up', bar: 'bg-bot' },
  { step: 'silent', level: 2, better: undefined, bar: 'bg-bot/50' },
  { step: 'handed_over', level: 1, better: undefined, bar: 'bg-primary' },
  { step: 'taken_over', level: 1, better: undefined, bar: 'bg-primary/50' },
]
const indents = ['', 'pl-4', 'pl-8'] as const

/** Where conversations with the assistant ended up. Each step opens the conversations it counts. */
export function AssistantFunnel({
  current,
  previous,
  onOpen,
}: {
  current: AssistantMetrics
  previous: AssistantMetrics
  onOpen: (slice: ReportSlice) => void
}) {
  const t = useT()
  const { number, percent } = useFormats()
  return (
    <Card className="mt-3 p-2">
      <ul className="flex flex-col">
        {steps.map(({ step, level, better, bar }) => (
          <li key={step}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen({ figure: step })}
              className="grid min-h-10 w-full grid-cols-[minmax(0,1fr)_3rem_3rem] items-center gap-x-3 rounded-control px-2 py-1.5 text-left text-base hover:bg-inset touch:min-h-11 sm:grid-cols-[14rem_minmax(0,1fr)_3.5rem_3.5rem_9rem]"
            >
              <span className={cn(indents[level], level === 0 && 'font-medium')}>
                {t(`home.funnel_${step}`)}
              </span>
              <span
                aria-hidden="true"
                className="h-3 rounded-full bg-inset max-sm:order-last max-sm:col-span-full max-sm:h-2"
              >
                <span
                  className={cn('block h-full rounded-full', bar)}
                  style={{ width: `${(100 * current[step]) / Math.max(1, current.involved)}%` }}
                />
              </span>
              <span className="text-right font-medium tabular-nums">{number(current[step])}</span>
              <span className="text-right text-muted tabular-nums">
                {current.involved > 0 ? percent(current[step] / current.involved) : '–'}
              </span>
              <span className="text-right text-sm text-muted max-sm:hidden">
                <Change now={current[step]} before={previous[step]} better={better} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
