import type { ReactNode } from 'react'
import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { noon, parts, type Trend, type TrendPoint } from './trend-metrics.ts'
import { useTrendValue } from './use-trend-value.ts'

/** The numbers of a day beside it. Screen readers have them as the name of the day's button. */
export function TrendTooltip({
  trend,
  point,
  left,
  top,
}: {
  trend: Trend
  point: TrendPoint
  /** Percent of the chart's width. */
  left: number
  top: number
}) {
  const t = useT()
  const { number } = useFormats()
  const { date, weekday } = useFormatsIn('UTC')
  const { format } = useTrendValue(trend)
  const isRight = left > 50
  return (
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute z-10 w-max max-w-64 -translate-y-1/2 rounded-card border border-line bg-raised px-3 py-2 text-sm text-ink shadow-lg',
        isRight ? '-translate-x-[calc(100%+0.75rem)]' : 'translate-x-3',
      )}
      style={{ left: `${left}%`, top: `${Math.min(75, Math.max(25, top))}%` }}
    >
      <p className="font-medium">
        {weekday(noon(point.day), 'short')} {date(noon(point.day))}
      </p>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 tabular-nums">
        <Value name={t(`home.trend_${trend}`)}>{format(point.value)}</Value>
        {trend === 'conversations' &&
          parts
            .filter((part) => point.parts[part] > 0)
            .map((part) => (
              <Value key={part} name={t(`home.by_${part}`)} isPart>
                {number(point.parts[part])}
              </Value>
            ))}
        <Value name={date(noon(point.previous_day))} isPart>
          {format(point.previous)}
        </Value>
      </dl>
    </div>
  )
}

function Value({ name, isPart = false, children }: { name: string; isPart?: boolean; children: ReactNode }) {
  return (
    <>
      <dt className={cn(isPart && 'text-muted')}>{name}</dt>
      <dd className={cn('text-right', isPart ? 'text-muted' : 'font-medium')}>{children}</dd>
    </>
  )
}
