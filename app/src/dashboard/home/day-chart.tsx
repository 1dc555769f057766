import type { DayMetrics } from '@ozvi/contract'
import { useState } from 'react'
import { useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { Segments } from '#ui/segments.tsx'
import { Table } from '#ui/table.tsx'
import { useRoving } from './roving.ts'

const parts = ['team', 'assistant', 'scenario'] as const
const colors = { team: 'bg-primary', assistant: 'bg-bot', scenario: 'bg-warning' } as const
const totalOf = ({ team, assistant, scenario }: DayMetrics) => team + assistant + scenario

/** The next round number: the maximum of the axis. */
function roundUp(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [1, 2, 5, 10].map((step) => step * size).find((step) => step >= value) ?? value
}

/** Conversations by day and handler. Each day is a button; the same data is available as a table. */
export function DayChart({ days, onOpen }: { days: readonly DayMetrics[]; onOpen: (day: string) => void }) {
  const t = useT()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const visibleParts = parts.filter(
    (part) => part !== 'scenario' || days.some(({ scenario }) => scenario > 0),
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {visibleParts.map((part) => (
            <li key={part} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={cn('size-2.5 rounded-[2px]', colors[part])} />
              {t(`home.by_${part}`)}
            </li>
          ))}
        </ul>
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
      {view === 'chart' ? (
        <Bars days={days} visibleParts={visibleParts} onOpen={onOpen} />
      ) : (
        <DayTable days={days} visibleParts={visibleParts} onOpen={onOpen} />
      )}
    </>
  )
}

interface ShownProps {
  days: readonly DayMetrics[]
  visibleParts: readonly (typeof parts)[number][]
  onOpen: (day: string) => void
}
/** Calendar days have no time zone: noon is the same day in formats with UTC. */
const noon = (day: string) => `${day}T12:00:00.000Z`

function Bars({ days, visibleParts, onOpen }: ShownProps) {
  const t = useT()
  const { date, number } = useFormatsIn('UTC')
  const [read, setRead] = useState<string | null>(null)
  const roving = useRoving(days.length)
  const top = roundUp(Math.max(...days.map(totalOf)))
  const textOf = (day: DayMetrics) =>
    `${date(noon(day.day))}: ${t('home.conversations_n', { n: totalOf(day) })} (${visibleParts
      .map((part) => `${t(`home.by_${part}`)} ${number(day[part])}`)
      .join(', ')})`
  const selectedDay = days.find(({ day }) => day === read)
  return (
    <>
      <p aria-hidden="true" className="mt-3 min-h-5 text-sm text-muted">
        {selectedDay ? textOf(selectedDay) : t('home.chart_hint')}
      </p>
      <div className="mt-1 flex gap-2">
        <div
          aria-hidden="true"
          className="flex h-44 flex-col justify-between text-right text-xs text-muted tabular-nums"
        >
          <span>{number(top)}</span>
          <span>0</span>
        </div>
        <div
          role="group"
          aria-label={t('home.by_day')}
          data-roving
          className="flex h-44 min-w-0 flex-1 items-stretch border-y border-line"
        >
          {days.map((day, index) => {
            const { onFocus, ...item } = roving(index)
            return (
              <button
                key={day.day}
                type="button"
                aria-label={textOf(day)}
                {...item}
                onFocus={() => {
                  onFocus()
                  setRead(day.day)
                }}
                onMouseEnter={() => setRead(day.day)}
                onMouseLeave={() => setRead(null)}
                onClick={() => onOpen(day.day)}
                className="flex min-w-0 flex-1 flex-col justify-end px-px hover:bg-inset focus-visible:bg-inset"
              >
                {visibleParts.toReversed().map((part) => (
                  <span
                    key={part}
                    className={cn(
                      'block w-full first-of-type:rounded-t-[2px] forced-colors:border',
                      colors[part],
                    )}
                    style={{ height: `${(100 * day[part]) / top}%` }}
                  />
                ))}
              </button>
            )
          })}
        </div>
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between pl-6 text-xs text-muted">
        <span>{date(noon(days[0]?.day ?? ''))}</span>
        <span>{date(noon(days.at(-1)?.day ?? ''))}</span>
      </div>
    </>
  )
}

function DayTable({ days, visibleParts, onOpen }: ShownProps) {
  const t = useT()
  const { date, number } = useFormatsIn('UTC')
  return (
    <div className="mt-3 max-h-80 overflow-y-auto" tabIndex={0} role="region" aria-label={t('home.by_day')}>
      <Table
        caption={t('home.by_day')}
        rows={days.toReversed()}
        rowKey={({ day }) => day}
        columns={[
          {
            key: 'day',
            header: t('home.day'),
            cell: ({ day }) => (
              <button
                type="button"
                onClick={() => onOpen(day)}
                className="min-h-6 underline underline-offset-2"
              >
                {date(noon(day))}
              </button>
            ),
          },
          ...visibleParts.map((part) => ({
            key: part,
            header: t(`home.by_${part}`),
            align: 'end' as const,
            cell: (day: DayMetrics) => (
              <>
                <span className="mr-2 text-muted sm:hidden">{t(`home.by_${part}`)}</span>
                {number(day[part])}
              </>
            ),
          })),
          {
            key: 'all',
            header: t('home.all'),
            align: 'end',
            cell: (day) => (
              <>
                <span className="mr-2 text-muted sm:hidden">{t('home.all')}</span>
                {number(totalOf(day))}
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
