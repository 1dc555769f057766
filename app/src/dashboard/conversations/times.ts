import type { Locale } from '@ozvi/contract'
import { useMemo } from 'react'
import { intlLocales } from '#platform/i18n/locale.ts'
import { useLocale } from '#platform/i18n/provider.tsx'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms
const day_ms = 24 * hour_ms

const midnight = (time_ms: number) => new Date(time_ms).setHours(0, 0, 0, 0)
/** Days between two moments as a calendar counts them, in the reader's time zone. */
const daysBetween = (from_ms: number, to_ms: number) =>
  Math.round((midnight(to_ms) - midnight(from_ms)) / day_ms)

/** The short forms of a busy list. Times are ISO 8601, `now` is in ms since 1970. */
function createTimes(locale: Locale) {
  const tag = intlLocales[locale]
  const ago = new Intl.RelativeTimeFormat(tag, { style: 'narrow', numeric: 'auto' })
  const day = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long' })
  const date = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'long', year: 'numeric' })
  const dayAndMonth = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' })
  const soon = new Intl.DateTimeFormat(tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const span = (unit: 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' })
  const [minutes, hours, days] = [span('minute'), span('hour'), span('day')]
  return {
    /** `now`, `3 min ago`, `2 days ago`, `3 Nov`. */
    ago(time: string, now: number): string {
      const passed_ms = Math.max(0, now - Date.parse(time))
      if (passed_ms < minute_ms) return ago.format(0, 'second')
      if (passed_ms < hour_ms) return ago.format(-Math.floor(passed_ms / minute_ms), 'minute')
      if (passed_ms < day_ms) return ago.format(-Math.floor(passed_ms / hour_ms), 'hour')
      const passed_days = daysBetween(Date.parse(time), now)
      return passed_days < 7 ? ago.format(-passed_days, 'day') : dayAndMonth.format(new Date(time))
    },
    /** `Mon 9:00`, for a time within days to come. */
    soon: (time: string) => soon.format(new Date(time)),
    /** `12 min`, `3 hrs`, `2 days`: how long something has lasted. */
    lasted(since: string, now: number): string {
      const passed_ms = Math.max(0, now - Date.parse(since))
      if (passed_ms < hour_ms) return minutes.format(Math.floor(passed_ms / minute_ms))
      if (passed_ms < day_ms) return hours.format(Math.floor(passed_ms / hour_ms))
      return days.format(Math.floor(passed_ms / day_ms))
    },
    /** `today`, `yesterday`, `Monday, 3 November`, `3 November 2025`. */
    day(time: string, now: number): string {
      const passed_days = daysBetween(Date.parse(time), now)
      if (passed_days < 2) return day.format(-Math.max(0, passed_days), 'day')
      return new Date(time).getFullYear() === new Date(now).getFullYear()
        ? weekday.format(new Date(time))
        : date.format(new Date(time))
    },
    /** What a clock on the wall shows in another time zone; null for a zone that no browser knows. */
    clockIn(time_zone: string, now: number): string | null {
      try {
        return new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: time_zone }).format(now)
      } catch {
        return null
      }
    },
  }
}
export function useTimes() {
  const locale = useLocale()
  return useMemo(() => createTimes(locale), [locale])
}

/** When a conversation may come back, in the reader's time zone; `now` in ms since 1970. */
export function snoozeTimes(now: number) {
  const at = (days: number, hour: number) => {
    const date = new Date(now)
    date.setDate(date.getDate() + days)
    date.setHours(hour, 0, 0, 0)
    return date
  }
  const weekday = new Date(now).getDay()
  const toMonday = (8 - weekday) % 7 || 7
  const later = new Date(now + 3 * hour_ms)
  return [
    // Late in the evening three hours more is tomorrow already.
    ...(later.getDate() === new Date(now).getDate() ? [{ name: 'later_today' as const, until: later }] : []),
    { name: 'tomorrow' as const, until: at(1, 9) },
    ...(toMonday > 1 ? [{ name: 'monday' as const, until: at(toMonday, 9) }] : []),
    ...(toMonday === 7 ? [] : [{ name: 'next_week' as const, until: at(7, 9) }]),
  ]
}
