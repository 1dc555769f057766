import { intlLocales, type Locale } from '@ozvi/contract'
import { today } from './days.ts'

/*
 * Times of day as `09:30`: without date and time zone, in text order.
 */

const pad = (number: number) => String(number).padStart(2, '0')

/** `00:00`, `00:30`, … */
export const halfHours: readonly string[] = Array.from(
  { length: 48 },
  (_, index) => `${pad(Math.floor(index / 2))}:${index % 2 ? '30' : '00'}`,
)

/** `9:30 AM`, or `9:30` in Slovak. */
export const typedTime = (time: string, locale: Locale): string =>
  new Intl.DateTimeFormat(intlLocales[locale], { timeStyle: 'short', timeZone: 'UTC' }).format(
    Date.parse(`1970-01-01T${time}Z`),
  )

/**
 * Parses a typed time, such as `9`, `9:30`, `9.30`, `0930` or `9:30 pm`.
 *
 * @returns null for an invalid time
 */
export function readTime(typed: string): string | null {
  const match = /^(\d{1,2})(?:\s?[:.]?\s?(\d{2}))?\s?(?:([ap])\.?\s?m\.?)?$/i.exec(typed.trim())
  if (!match) return null
  const [hour, minute, half] = [Number(match[1]), Number(match[2] ?? 0), match[3]?.toLowerCase()]
  if (hour > (half ? 12 : 23) || (half && hour === 0) || minute > 59) return null
  return `${pad(half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour)}:${pad(minute)}`
}

/** The time in the reader's time zone. */
export const timeOf = (date: Date): string => `${pad(date.getHours())}:${pad(date.getMinutes())}`

/**
 * A date and a time in the reader's time zone.
 *
 * @returns null if `day` isn't a date such as `2026-11-14`, or `time` isn't a time such as `09:30`
 */
export function momentOf(day: string, time: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return null
  const moment = new Date(`${day}T${time}`)
  // Browsers read February 31 as March 3.
  return today(moment.getTime()) === day ? moment : null
}
