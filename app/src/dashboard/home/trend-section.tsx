import type { Report, ReportSlice } from '@ozvi/contract'
import { lazy, Suspense, useId, useState } from 'react'
import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/cn.ts'
import { Segments } from '#ui/segments.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Change } from './figure-card.tsx'
import { definitions, noon, parts, pointsOf, type Trend, trends } from './trend-metrics.ts'
import { TrendTable } from './trend-table.tsx'
import { useTrendValue } from './use-trend-value.ts'

const LazyChart = lazy(() => import('./trend-chart.tsx').then((module) => ({ default: module.TrendChart })))

/** One large chart of the period, with the metrics as its switch. */
export function TrendSection({
  report,
  trend,
  onSelect,
  onOpen,
}: {
  report: Report
  trend: Trend
  onSelect: (trend: Trend) => void
  onOpen: (slice: ReportSlice) => void
}) {
  const t = useT()
  const { range } = useFormatsIn('UTC')
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { figure } = definitions[trend]
  const Shown = view === 'chart' ? LazyChart : TrendTable
  const lastBefore = report.previous_by_day.at(-1)?.day ?? report.previous_from_day
  const days = (from: string, until: string) => range(noon(from), noon(until), 'date')
  return (
    <section className="mt-8">
      <h2 className="text-md font-semibold">{days(report.from_day, report.until_day)}</h2>
      <p className="mt-1 text-sm text-muted">
        {t(report.is_own ? 'home.period_own' : 'home.period_text', {
          dates: days(report.previous_from_day, lastBefore),
        })}
      </p>
      <Card className="mt-3">
        <TrendSwitch report={report} trend={trend} onSelect={onSelect} />
        <div className="p-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Legend report={report} trend={trend} />
            <div className="flex flex-wrap items-center gap-2">
              <Button size="sm" aria-haspopup="dialog" onClick={() => onOpen({ figure })}>
                {t('home.show_conversations')}
              </Button>
              <Segments
                label={t('home.look')}
                value={view}
                onChange={setView}
                options={[
                  { value: 'chart', label: t('home.chart') },
                  { value: 'table', label: t('home.table') },
                ]}
              />
            </div>
          </div>
          <Suspense fallback={<Skeleton className="mt-4 h-58 sm:h-70" />}>
            <Shown
              trend={trend}
              label={t('home.trend_by_day', { metric: t(`home.trend_${trend}`) })}
              points={pointsOf(report, trend)}
              onOpen={(day) => onOpen({ figure, day })}
            />
          </Suspense>
        </div>
      </Card>
    </section>
  )
}

/** Radio buttons that show a metric's value and change. */
function TrendSwitch({
  report,
  trend,
  onSelect,
}: {
  report: Report
  trend: Trend
  onSelect: (trend: Trend) => void
}) {
  const t = useT()
  const name = useId()
  const shown = trends.filter((one) => one !== 'assistant' || report.assistant)
  return (
    <fieldset
      className={cn(
        'grid grid-cols-2 gap-px overflow-hidden rounded-t-card border-b border-line bg-line',
        shown.length === 5 ? 'sm:grid-cols-5' : 'sm:grid-cols-4',
      )}
    >
      <legend className="sr-only">{t('home.trend')}</legend>
      {shown.map((one) => (
        <label
          key={one}
          className={cn(
            'flex cursor-pointer flex-col gap-0.5 border-b-2 border-transparent bg-raised px-4 py-3 hover:bg-subtle',
            'last:odd:max-sm:col-span-2',
            'has-checked:border-primary has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:-outline-offset-2 forced-colors:has-checked:outline-2',
          )}
        >
          <input
            type="radio"
            name={name}
            value={one}
            checked={one === trend}
            onChange={() => onSelect(one)}
            className="sr-only"
          />
          <span className="text-sm text-muted">{t(`home.trend_${one}`)}</span>
          <TrendTotal trend={one} report={report} />
        </label>
      ))}
    </fieldset>
  )
}

function TrendTotal({ trend, report }: { trend: Trend; report: Report }) {
  const t = useT()
  const { format } = useTrendValue(trend)
  const { better, total } = definitions[trend]
  const { current, previous, assistant } = report
  const now = trend === 'assistant' ? (assistant?.current.answered ?? null) : total(current)
  const before = trend === 'assistant' ? (assistant?.previous.answered ?? null) : total(previous)
  return (
    <>
      <span className="text-2xl font-semibold tracking-tight">
        {trend === 'rating' && now !== null ? t('home.of_five', { n: format(now) }) : format(now)}
      </span>
      <span className="text-sm text-muted">
        <Change now={now} before={before} better={better} />
      </span>
    </>
  )
}

const colors = {
  team: 'bg-primary forced-colors:bg-[CanvasText]',
  assistant: 'bg-bot forced-colors:bg-[Highlight]',
  scenario: 'bg-warning forced-colors:bg-[GrayText]',
} as const

/** The legend, and notes on the metric. */
function Legend({ report, trend }: { report: Report; trend: Trend }) {
  const t = useT()
  const { duration } = useFormats()
  const { current } = report
  const details: Partial<Record<Trend, string | false>> = {
    first_reply:
      current.first_reply_p90_s !== null && t('home.p90', { time: duration(current.first_reply_p90_s) }),
    resolution: t('home.resolved_n', { n: current.resolved }),
    rating: t('home.ratings_n', { n: current.rated }),
  }
  const shown =
    trend === 'conversations'
      ? parts.filter((part) => part !== 'scenario' || report.by_day.some(({ scenario }) => scenario > 0))
      : []
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {shown.map((part) => (
        <li key={part} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={cn('size-2.5 rounded-[2px]', colors[part])} />
          {t(`home.by_${part}`)}
        </li>
      ))}
      {shown.length === 0 && (
        <li className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className={cn(
              'h-0.5 w-4 forced-colors:bg-[CanvasText]',
              trend === 'assistant' ? 'bg-bot' : 'bg-primary',
            )}
          />
          {t(`home.figure_${definitions[trend].figure}`)}
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="w-4 border-t-2 border-dotted border-muted" />
        {t('home.previous_period')}
      </li>
      {details[trend] && <li className="text-muted">{details[trend]}</li>}
    </ul>
  )
}
