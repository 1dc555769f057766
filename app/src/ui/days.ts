import { intlLocales, type Locale, day_ms } from '@ozvi/contract'

/*
 * Calendar dates as `2026-11-14`: without time and time zone, in text order.
 */

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const pad = (number: number) => String(number).padStart(2, '0')

export const addDays = (day: string, days: number): string => dayOf(msOf(day) + days * day_ms)

/** The same day of another month, or its last day if it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}
/** 0 is Monday, the first day of the week in both languages, as in opening hours and reports. */
export const weekday = (day: string): number => (new Date(msOf(day)).getUTCDay() + 6) % 7

/** The weeks of a date's month, Monday first; days of other months are null. */
export function weeksOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`
  const end = addMonths(first, 1)
  const weeks: (string | null)[][] = []
  for (let monday = addDays(first, -weekday(first)); monday < end; monday = addDays(monday, 7)) {
    const days = [0, 1, 2, 3, 4, 5, 6].map((index) => addDays(monday, index))
    weeks.push(days.map((each) => (each >= first && each < end ? each : null)))
  }
  return weeks
}

/** The reader's current date; `now` in ms since 1970. */
export function today(now: number): string {
  const date = new Date(now)
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

const format = (locale: Locale, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(intlLocales[locale], { ...options, timeZone: 'UTC' })
/** `11/14/2026`, as people type it. */
export const typedDay = (day: string, locale: Locale): string =>
  format(locale, { day: 'numeric', month: 'numeric', year: 'numeric' }).format(msOf(day))
/** `Saturday, November 14, 2026`. */
export const dayLabel = (day: string, locale: Locale): string =>
  format(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(msOf(day))
/** `November 2026`. */
export const monthName = (day: string, locale: Locale): string =>
  format(locale, { month: 'long', year: 'numeric' }).format(msOf(day))
/** `Mon`, … with their full names. */
export const weekdayNames = (locale: Locale): { short: string; long: string }[] =>
  [5, 6, 7, 8, 9, 10, 11].map((date) => {
    const monday = Date.UTC(2026, 0, date) // 5 January 2026 is one
    return {
      short: format(locale, { weekday: 'short' }).format(monday),
      long: format(locale, { weekday: 'long' }).format(monday),
    }
  })

/** Year, month and day of typed text; zeros for any other format. */
function typedParts(text: string, this_year: number, locale: Locale): [number, number, number] {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])]
  const local = /^(\d{1,2})\s?([./\s-])\s?(\d{1,2})(?:\s?[./\s-]\s?(\d{4})?)?$/.exec(text)
  if (!local) return [0, 0, 0]
  const [first, second] = [Number(local[1]), Number(local[3])]
  // Dots are the European notation, day first, in either language.
  const isMonthFirst = locale === 'en' && local[2] !== '.'
  return [Number(local[4] ?? this_year), isMonthFirst ? first : second, isMonthFirst ? second : first]
}

/**
 * Parses a typed date: parts in the order of the language, separated by slashes, dots, hyphens or spaces, or
 * `2026-11-14`.
 *
 * @param this_year used if the text has no year
 * @returns null for an invalid date
 */
export function readDay(typed: string, this_year: number, locale: Locale): string | null {
  const [year, month, date] = typedParts(typed.trim(), this_year, locale)
  const day = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}`
  const ms = msOf(day)
  return Number.isNaN(ms) || dayOf(ms) !== day ? null : day
}
