import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useLocale, useT } from '#platform/i18n/provider.tsx'
import { IconButton } from './button.tsx'
import { cn } from './cn.ts'
import { addDays, addMonths, monthName, dayLabel, weekday, weekdayNames, weeksOf } from './days.ts'

interface CalendarProps {
  /** `2026-11-14`, or empty. */
  value: string
  onPick: (day: string) => void
  today: string
  min?: string | undefined
  max?: string | undefined
}
/**
 * A month of days. Arrow keys move by days and weeks, Home and End to the ends of the week, Page Up and Page Down by
 * months, with Shift by years; Enter selects.
 */
export function Calendar({ value, onPick, today, min = '', max = '9999-12-31' }: CalendarProps) {
  const t = useT()
  const locale = useLocale()
  const id = useId()
  const grid = useRef<HTMLTableElement>(null)
  function clamp(day: string) {
    if (day < min) return min
    return day > max ? max : day
  }
  /** The focused day, which determines the month shown. */
  const [day, setDay] = useState(() => clamp(value || today))
  const takesFocus = useRef(true)
  // Before the next key press.
  useLayoutEffect(() => {
    if (takesFocus.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [day])

  function go(next: string, isByKey: boolean) {
    takesFocus.current = isByKey
    setDay(clamp(next))
  }
  function onKeyDown(event: KeyboardEvent) {
    const page = event.shiftKey ? 12 : 1
    const next: Record<string, () => string> = {
      ArrowLeft: () => addDays(day, -1),
      ArrowRight: () => addDays(day, 1),
      ArrowUp: () => addDays(day, -7),
      ArrowDown: () => addDays(day, 7),
      Home: () => addDays(day, -weekday(day)),
      End: () => addDays(day, 6 - weekday(day)),
      PageUp: () => addMonths(day, -page),
      PageDown: () => addMonths(day, page),
    }
    const move = next[event.key]
    if (!move) return
    event.preventDefault()
    go(move(), true)
  }
  const month = day.slice(0, 7)
  return (
    <div className="w-72 max-w-full">
      <div className="flex items-center justify-between">
        <IconButton
          icon="chevron-left"
          label={t('ui.previous_month')}
          size="sm"
          disabled={month <= min.slice(0, 7)}
          onClick={() => go(addMonths(day, -1), false)}
        />
        <p id={id} aria-live="polite" className="text-base font-medium first-letter:uppercase">
          {monthName(day, locale)}
        </p>
        <IconButton
          icon="chevron-right"
          label={t('ui.next_month')}
          size="sm"
          disabled={month >= max.slice(0, 7)}
          onClick={() => go(addMonths(day, 1), false)}
        />
      </div>
      {/* Six weeks high, so that nothing below moves. */}
      <div className="mt-2 min-h-62 touch:min-h-74">
        <table
          ref={grid}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a month is a grid (APG)
          role="grid"
          aria-labelledby={id}
          onKeyDown={onKeyDown}
          className="w-full table-fixed border-collapse text-center"
        >
          <thead>
            <tr>
              {weekdayNames(locale).map(({ short, long }) => (
                <th key={long} scope="col" abbr={long} className="pb-1 text-xs font-medium text-muted">
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(day).map((week) => (
              <tr key={week.find((each) => each !== null)}>
                {week.map((each, index) =>
                  each === null ? (
                    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a place without a day
                    <td key={index} />
                  ) : (
                    <td key={index} aria-selected={each === value}>
                      <button
                        type="button"
                        tabIndex={each === day ? 0 : -1}
                        aria-label={dayLabel(each, locale)}
                        aria-current={each === today ? 'date' : undefined}
                        disabled={each < min || each > max}
                        onClick={() => onPick(each)}
                        className={cn(
                          'mx-auto flex size-9 items-center justify-center rounded-control text-base hover:bg-inset touch:size-11',
                          'disabled:cursor-not-allowed disabled:opacity-40 disabled:hover:bg-transparent',
                          each === today && 'font-semibold text-primary',
                          each === value &&
                            'bg-primary text-on-primary hover:bg-primary-hover forced-colors:outline-2',
                        )}
                      >
                        {Number(each.slice(8))}
                      </button>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
