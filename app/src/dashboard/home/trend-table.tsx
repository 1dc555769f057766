import { useFormats, useFormatsIn, useT } from '#platform/i18n/provider.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { noon, parts, type Trend, type TrendPoint } from './trend-metrics.ts'
import { useTrendValue } from './use-trend-value.ts'

/** The data of the chart, latest first. */
export function TrendTable({
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
  const t = useT()
  const { number } = useFormats()
  const { date } = useFormatsIn('UTC')
  const { format } = useTrendValue(trend)
  const shownParts = parts.filter(
    (part) => trend === 'conversations' && points.some((point) => point.parts[part] > 0),
  )
  const column = (key: string, header: string, cell: (point: TrendPoint) => string): Column<TrendPoint> => ({
    key,
    header,
    align: 'end',
    cell: (point) => (
      <>
        <span className="mr-2 text-muted sm:hidden">{header}</span>
        {cell(point)}
      </>
    ),
  })
  return (
    <div className="mt-3 max-h-80 overflow-y-auto" tabIndex={0} role="region" aria-label={label}>
      <Table
        caption={label}
        rows={points.toReversed()}
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
          ...shownParts.map((part) =>
            column(part, t(`home.by_${part}`), (point) => number(point.parts[part])),
          ),
          column('value', shownParts.length > 0 ? t('home.all') : t(`home.trend_${trend}`), (point) =>
            format(point.value),
          ),
          column('previous', t('home.previous_period'), (point) => format(point.previous)),
        ]}
      />
    </div>
  )
}
