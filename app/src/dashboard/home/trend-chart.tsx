import { scaleBand, scaleLinear } from 'd3-scale'
import { line as lineOf } from 'd3-shape'
import { useState } from 'react'
import { useFormats, useFormatsIn } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'
import { useRoving } from './roving.ts'
import { definitions, noon, parts, ticksOf, type Trend, type TrendPoint, weekdayOf } from './trend-metrics.ts'
import { TrendTooltip } from './trend-tooltip.tsx'
import { useTrendValue } from './use-trend-value.ts'

/** The drawing is stretched to its box, so coordinates are percentages. */
const edge = 100
const fills = {
  team: 'fill-primary forced-colors:fill-[CanvasText]',
  assistant: 'fill-bot forced-colors:fill-[Highlight]',
  scenario: 'fill-warning forced-colors:fill-[GrayText]',
} as const

/**
 * A metric by day against the previous period. Each day is a button with a tooltip at the pointer or the
 * focus; the row is one tab stop. The same data is available as a table.
 */
export function TrendChart({
  trend,
  label,
  points,
  onOpen,
}: {
  trend: Trend
  label: string
  points: readonly TrendPoint[]
  onOpen: (day: string) => void
}) {
  const [active, setActive] = useState<number | null>(null)
  const roving = useRoving(points.length)
  const { textOf } = useTrendValue(trend)
  const { unit } = definitions[trend]
  const values = points.flatMap(({ value, previous }) => [value ?? 0, previous ?? 0])
  const ticks = ticksOf(unit, Math.max(...values))
  const y = scaleLinear([ticks[0] ?? 0, ticks.at(-1) ?? 1], [edge, 0])
  const x = scaleBand(
    points.map(({ day }) => day),
    [0, edge],
  ).padding(0.2)
  const centerOf = ({ day }: TrendPoint) => (x(day) ?? 0) + x.bandwidth() / 2
  const shown = active === null ? undefined : points[active]
  return (
    <div className="mt-4 grid grid-cols-[3rem_minmax(0,1fr)] text-xs text-muted">
      <Ticks trend={trend} ticks={ticks} at={(tick) => y(tick)} />
      <div className="relative h-52 sm:h-64" onPointerLeave={() => setActive(null)}>
        <Drawing trend={trend} points={points} ticks={ticks} x={x} y={y} centerOf={centerOf} />
        {shown?.value != null && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute size-2 -translate-1/2 rounded-full bg-primary ring-2 ring-raised"
            style={{ left: `${centerOf(shown)}%`, top: `${y(shown.value)}%` }}
          />
        )}
        <div role="group" aria-label={label} data-roving className="absolute inset-0 flex">
          {points.map((point, index) => {
            const { onFocus, onKeyDown, ...item } = roving(index)
            return (
              <button
                key={point.day}
                type="button"
                aria-label={textOf(point)}
                {...item}
                onFocus={() => {
                  onFocus()
                  setActive(index)
                }}
                onBlur={() => setActive(null)}
                onPointerEnter={() => setActive(index)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setActive(null)
                  else onKeyDown(event)
                }}
                onClick={() => onOpen(point.day)}
                className="min-w-0 flex-1 hover:bg-ink/5 focus-visible:bg-ink/5"
              />
            )
          })}
        </div>
        {shown && (
          <TrendTooltip trend={trend} point={shown} left={centerOf(shown)} top={y(shown.value ?? 0)} />
        )}
      </div>
      <Days points={points} centerOf={centerOf} />
    </div>
  )
}

function Ticks({
  trend,
  ticks,
  at,
}: {
  trend: Trend
  ticks: readonly number[]
  at: (tick: number) => number
}) {
  const { format } = useTrendValue(trend)
  const { number } = useFormats()
  return (
    <div aria-hidden="true" className="relative tabular-nums">
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-2 -translate-y-1/2 whitespace-nowrap"
          style={{ top: `${at(tick)}%` }}
        >
          {trend === 'rating' ? number(tick) : format(tick)}
        </span>
      ))}
    </div>
  )
}

/** Mondays, or all days of a week; every other one where there is little room. */
function Days({
  points,
  centerOf,
}: {
  points: readonly TrendPoint[]
  centerOf: (point: TrendPoint) => number
}) {
  const { monthDay } = useFormatsIn('UTC')
  const labeled = points.length <= 7 ? points : points.filter(({ day }) => weekdayOf(day) === 1)
  const isDense = labeled.length > 7
  return (
    <div aria-hidden="true" className="relative col-start-2 mt-2 h-4">
      {labeled.map((point, index) => (
        <span
          key={point.day}
          className={cn(
            'absolute -translate-x-1/2 whitespace-nowrap',
            index % 2 === 1 && (isDense ? 'max-lg:hidden' : 'max-sm:hidden'),
            isDense && index % 4 === 2 && 'max-sm:hidden',
          )}
          style={{ left: `${Math.min(96, Math.max(3, centerOf(point)))}%` }}
        >
          {monthDay(noon(point.day))}
        </span>
      ))}
    </div>
  )
}

interface DrawingProps {
  trend: Trend
  points: readonly TrendPoint[]
  ticks: readonly number[]
  x: ReturnType<typeof scaleBand<string>>
  y: ReturnType<typeof scaleLinear<number>>
  centerOf: (point: TrendPoint) => number
}
function Drawing({ trend, points, ticks, x, y, centerOf }: DrawingProps) {
  const known = points.filter(({ value }) => value !== null)
  const knownBefore = points.filter(({ previous }) => previous !== null)
  const linePath = (valueOf: (point: TrendPoint) => number | null, data: readonly TrendPoint[]) =>
    lineOf<TrendPoint>(centerOf, (point) => y(valueOf(point) ?? 0))(data) ?? undefined
  const line = {
    fill: 'none',
    strokeWidth: 2,
    vectorEffect: 'non-scaling-stroke',
    strokeLinecap: 'round',
  } as const
  const hasBars = definitions[trend].unit === 'count'
  return (
    <svg
      viewBox={`0 0 ${edge} ${edge}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
    >
      {points.map(({ day }, index) =>
        weekdayOf(day) % 6 === 0 ? (
          <rect
            key={day}
            x={(edge * index) / points.length}
            width={edge / points.length}
            height={edge}
            className="fill-[var(--bg-inset)] opacity-60"
          />
        ) : null,
      )}
      {ticks.map((tick) => (
        <line
          key={tick}
          x2={edge}
          y1={y(tick)}
          y2={y(tick)}
          vectorEffect="non-scaling-stroke"
          className="stroke-[var(--border)]"
        />
      ))}
      {hasBars &&
        points.map((point) =>
          barsOf(trend, point).map(({ part, from, to }) => (
            <rect
              key={`${point.day} ${part}`}
              x={x(point.day) ?? 0}
              width={x.bandwidth()}
              y={y(to)}
              height={y(from) - y(to)}
              className={fills[part]}
            />
          )),
        )}
      <path
        d={linePath(({ previous }) => previous, knownBefore)}
        {...line}
        strokeWidth={1.5}
        strokeDasharray="2 5"
        className="stroke-[var(--text-muted)]"
      />
      {!hasBars && (
        <>
          <path d={linePath(({ value }) => value, known)} {...line} className="stroke-primary" />
          {known.map((point) => (
            // A line without length is a dot that keeps its shape in the stretched drawing.
            <path
              key={point.day}
              d={`M${centerOf(point)} ${y(point.value ?? 0)}h0`}
              {...line}
              strokeWidth={5}
              className="stroke-primary"
            />
          ))}
        </>
      )}
    </svg>
  )
}

/** The bars of a day, stacked by who handles the conversations; only those of the assistant for its metric. */
function barsOf(trend: Trend, { value, parts: counts }: TrendPoint) {
  if (trend === 'assistant') return [{ part: 'assistant' as const, from: 0, to: value ?? 0 }]
  let from = 0
  return parts.map((part) => {
    const bar = { part, from, to: from + counts[part] }
    from = bar.to
    return bar
  })
}
