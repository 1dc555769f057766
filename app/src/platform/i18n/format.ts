import type { Locale } from '@ozvi/contract'
import { intlLocales } from './locale.ts'

export interface Formats {
  number(value: number): string
  /** `14 Nov 2026` */
  date(time: string): string
  /** `14 Nov 2026, 09:41` */
  dateTime(time: string): string
  /** `09:41` */
  time(time: string): string
  /** `3 minutes ago`, `in 2 days`; from a week on the date itself. `now` in ms since 1970. */
  relative(time: string, now: number): string
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Dates and figures as a locale writes them; `time` is ISO 8601, shown in the reader's time zone. */
export function createFormats(locale: Locale): Formats {
  const tag = intlLocales[locale]
  const number = new Intl.NumberFormat(tag)
  const date = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' })
  const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const time = new Intl.DateTimeFormat(tag, { timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  return {
    number: (value) => number.format(value),
    date: (at) => date.format(new Date(at)),
    dateTime: (at) => dateTime.format(new Date(at)),
    time: (at) => time.format(new Date(at)),
    relative(at, now) {
      const distance_ms = new Date(at).getTime() - now
      if (Math.abs(distance_ms) >= 7 * 86_400_000) return date.format(new Date(at))
      const [unit, unit_ms] =
        steps.find(([, ms]) => Math.abs(distance_ms) >= ms) ?? (['second', 1000] as const)
      return relative.format(Math.round(distance_ms / unit_ms), unit)
    },
  }
}
