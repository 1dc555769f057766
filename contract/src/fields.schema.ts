import * as z from 'zod/mini'
import { locales } from './fields.ts'
import { isDay } from './filters/condition-values.ts'
import { cleanName, hasVisibleText } from './text/visible-text.ts'

export const Id = z.uuid()
/** Server time, ISO 8601 UTC with milliseconds. */
export const Time = z.string()
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

export const text = (minimum: number, maximum: number) =>
  z.string().check(z.trim(), z.minLength(minimum), z.maxLength(maximum))

/** Like `text`, but text without visible characters, such as zero-width spaces only, becomes empty. */
export const visibleText = (minimum: number, maximum: number) =>
  z.string().check(
    z.trim(),
    z.overwrite((text) => (hasVisibleText(text) ? text : '')),
    z.minLength(minimum),
    z.maxLength(maximum),
  )
/** The name of a person or workspace; see `cleanName`. */
export const properName = (minimum: number, maximum: number) =>
  z.string().check(z.overwrite(cleanName), z.minLength(minimum), z.maxLength(maximum))

/** A time in ISO 8601, in UTC, with at most nine decimals; year 0 is invalid. */
export const Instant = z.iso
  .datetime('instant_invalid')
  .check(z.refine((text) => text.length <= 30 && !text.startsWith('0000'), 'instant_invalid'))
/** A day of the calendar, such as `2026-11-22`. */
export const Day = z.string().check(z.refine(isDay, 'date_invalid'))

/** At most 254 characters (RFC 5321), compared without regard to case. */
export const Email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

/** Offsets such as `+01:00` aren't names, and PostgreSQL reads them with the opposite sign. */
const isZone = (zone: string) => {
  try {
    return !/^[+-]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
/** An IANA name, such as `Europe/Bratislava`. */
export const ZoneName = z.string().check(z.maxLength(64), z.refine(isZone, 'time_zone_invalid'))

/** An absolute http or https address without credentials. */
export const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'url_invalid' })
  .check(z.maxLength(2000), z.regex(/^https?:\/\/[^/?#@\s]+([/?#]|$)/i, 'url_invalid'))

/** The time zone of a filter's days, such as `Europe/Bratislava`. */
export const TimeZone = z._default(
  z.string().check(z.maxLength(64), z.refine(isZone, 'choice_invalid')),
  'UTC',
)
