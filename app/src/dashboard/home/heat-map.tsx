import { useFormats, useT } from '#platform/i18n/provider.tsx'
import { useRoving } from './roving.ts'
import { useWeekTimes } from './week-times.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

const shadeOf = (share: number) =>
  `color-mix(in oklab, var(--primary) ${Math.round(12 + 88 * share)}%, var(--bg-inset))`

/** When conversations start: a table of weekdays and hours, shaded by count. */
export function HeatMap({
  by_hour,
  onOpen,
}: {
  by_hour: readonly (readonly number[])[]
  onOpen: (weekday: number, hour: number) => void
}) {
  const t = useT()
  const { number } = useFormats()
  const roving = useRoving(7 * 24, 24)
  const top = Math.max(1, ...by_hour.flat())
  const { timeOf, hourOf, weekdayOf } = useWeekTimes()
  return (
    <>
      <div className="-mx-1 overflow-x-auto px-1 pb-1">
        <table
          data-roving
          className="w-full min-w-[40rem] table-fixed border-separate border-spacing-0.5 text-xs"
        >
          <caption className="sr-only">{t('home.busiest')}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-9">
                <span className="sr-only">{t('home.day')}</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col" className="font-normal text-muted tabular-nums">
                  <span className={hour % 3 === 0 ? 'whitespace-nowrap' : 'sr-only'}>{hourOf(hour)}</span>
                </th>
              ))}
              <th scope="col" className="w-12 pl-2 text-right font-normal text-muted">
                {t('home.all')}
              </th>
            </tr>
          </thead>
          <tbody>
            {by_hour.map((counts, weekday) => (
              <tr key={weekdayOf(weekday, 'long')}>
                <th scope="row" className="text-left font-normal text-muted">
                  <span aria-hidden="true">{weekdayOf(weekday, 'short')}</span>
                  <span className="sr-only">{weekdayOf(weekday, 'long')}</span>
                </th>
                {counts.map((count, hour) => {
                  const label = t('home.at_hour', {
                    day: weekdayOf(weekday, 'long'),
                    time: timeOf(hour),
                    n: count,
                  })
                  return (
                    <td key={hours[hour]} className="p-0">
                      <button
                        type="button"
                        aria-label={label}
                        title={label}
                        {...roving(weekday * 24 + hour)}
                        onClick={() => onOpen(weekday + 1, hour)}
                        className="block h-6 w-full rounded-[3px] border border-transparent bg-inset hover:border-strong forced-colors:border"
                        style={{ background: count > 0 ? shadeOf(count / top) : undefined }}
                      >
                        <span className="sr-only">{number(count)}</span>
                      </button>
                    </td>
                  )
                })}
                <td className="pl-2 text-right text-muted tabular-nums">
                  {number(counts.reduce((sum, count) => sum + count, 0))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p
        aria-hidden="true"
        className="mt-2 flex items-center justify-end gap-1 text-xs text-muted tabular-nums"
      >
        <span className="mr-1">0</span>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <span
            key={share}
            className="size-3 rounded-[3px] bg-inset"
            style={{ background: share > 0 ? shadeOf(share) : undefined }}
          />
        ))}
        <span className="ml-1">{number(top)}</span>
      </p>
    </>
  )
}
