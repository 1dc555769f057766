import { inLargestUnit, intlLocales, type Locale, day_ms, hour_ms, minute_ms } from '@ozvi/contract'

/** Formats of a locale. Times are ISO 8601, `now` is in ms since 1970. */
export interface Formats {
  number(value: number): string
  /** `4.0`, an average rating. */
  rating(average: number): string
  /** `42%`, of a share of 1. */
  percent(share: number): string
  /** `Nov 14, 2026` */
  date(time: string): string
  /** `Nov 14` */
  monthDay(time: string): string
  /** `Nov 14, 2026, 9:41 AM` */
  dateTime(time: string): string
  /** `9:41 AM` */
  time(time: string): string
  /** `9 AM` */
  hour(time: string): string
  /** `Mon`, `Monday` */
  weekday(time: string, style: 'short' | 'long'): string
  /** `Saturday, November 14, 2026 at 9:41 AM GMT+1`: unambiguous. */
  whole(time: string): string
  /** `now`, `3 minutes ago`, `in 2 days`, `yesterday`; after a week the date. */
  relative(time: string, now: number): string
  /** Short form for lists: `3m ago`, `2d ago`, `Nov 3`. Future times are now. */
  ago(time: string, now: number): string
  /** `45 sec`, `12 min`, `3.5 hr`, `2 days`; `–` if there is none. */
  duration(seconds: number | null): string
  /** `12 min`, `3 hr`, `2 days`: the time passed, in whole units. */
  lasted(since: string, now: number): string
  /** `Mon, 11/14, 9:00 AM`, for a time in the coming days. */
  soon(time: string): string
  /** `today`, `yesterday`, `Monday, November 3`, `November 3, 2025`: the heading of a day. */
  day(time: string, now: number): string
  /** `Nov 14 – 16, 2026`, or with times `Nov 14, 2026, 9:00 – 10:30 AM`. */
  range(from: string, to: string, style: 'date' | 'dateTime'): string
}

/** Cache of checked zones: formatters are slow to create. */
const zones = new Map<string, boolean>()
/** Whether this browser knows a time zone such as `Europe/Bratislava`. */
export function isTimeZone(name: string): boolean {
  const cachedZone = zones.get(name)
  if (cachedZone !== undefined) return cachedZone
  let isZone = true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    isZone = false
  }
  zones.set(name, isZone)
  return isZone
}

/** Creates a value lazily: a locale's formatters are slow to create, and few pages need all. */
function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

/** Calendar days and years in a time zone. */
function calendarIn(timeZone: string | undefined) {
  // `2026-11-14` regardless of language, to count days across clock changes.
  const calendar = once(
    () =>
      new Intl.DateTimeFormat('en-CA', {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        ...(timeZone ? { timeZone } : {}),
      }),
  )
  const calendarDay = (ms: number) => calendar().format(ms)
  const daysBetween = (from_ms: number, to_ms: number) =>
    Math.round((Date.parse(calendarDay(to_ms)) - Date.parse(calendarDay(from_ms))) / day_ms)
  const isSameYear = (one_ms: number, other_ms: number) =>
    calendarDay(one_ms).slice(0, 4) === calendarDay(other_ms).slice(0, 4)
  return { daysBetween, isSameYear }
}

/** Relative time below a week; a day is a calendar day, regardless of its length. */
function relativeTime(
  form: Intl.RelativeTimeFormat,
  at_ms: number,
  now: number,
  { daysBetween }: Pick<ReturnType<typeof calendarIn>, 'daysBetween'>,
): string | undefined {
  const distance_ms = at_ms - now
  const size_ms = Math.abs(distance_ms)
  if (size_ms < minute_ms) return form.format(0, 'second')
  if (size_ms < hour_ms) return form.format(Math.trunc(distance_ms / minute_ms), 'minute')
  if (size_ms < day_ms) return form.format(Math.trunc(distance_ms / hour_ms), 'hour')
  const passed_days = daysBetween(now, at_ms)
  return Math.abs(passed_days) < 7 ? form.format(passed_days, 'day') : undefined
}

/** Durations in their largest unit. */
function durationsIn(tag: string): Pick<Formats, 'duration' | 'lasted'> {
  const formatter = (unit: 'second' | 'minute' | 'hour' | 'day') =>
    once(
      () =>
        new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
    )
  const units = {
    second: formatter('second'),
    minute: formatter('minute'),
    hour: formatter('hour'),
    day: formatter('day'),
  }
  return {
    duration(passed_s) {
      if (passed_s === null) return '–'
      const { value, unit } = inLargestUnit(passed_s)
      return units[unit]().format(value)
    },
    lasted(since, now) {
      const passed_ms = Math.max(0, now - Date.parse(since))
      if (passed_ms < hour_ms) return units.minute().format(Math.floor(passed_ms / minute_ms))
      if (passed_ms < day_ms) return units.hour().format(Math.floor(passed_ms / hour_ms))
      return units.day().format(Math.floor(passed_ms / day_ms))
    },
  }
}

function create(locale: Locale, timeZone: string | undefined): Formats {
  const tag = intlLocales[locale]
  const dates = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(tag, { ...options, ...(timeZone ? { timeZone } : {}) }))
  const agos = (style: Intl.RelativeTimeFormatStyle) =>
    once(() => new Intl.RelativeTimeFormat(tag, { style, numeric: 'auto' }))
  const number = once(() => new Intl.NumberFormat(tag))
  const rating = once(
    () => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  )
  const percent = once(() => new Intl.NumberFormat(tag, { style: 'percent' }))
  const date = dates({ day: 'numeric', month: 'short', year: 'numeric' })
  const dateTime = dates({ dateStyle: 'medium', timeStyle: 'short' })
  const time = dates({ timeStyle: 'short' })
  const whole = dates({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const [long, short] = [agos('long'), agos('narrow')]
  const soon = dates({
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  const dayOfYear = dates({ weekday: 'long', day: 'numeric', month: 'long' })
  const hour = dates({ hour: 'numeric' })
  const weekdays = { short: dates({ weekday: 'short' }), long: dates({ weekday: 'long' }) }
  const longDate = dates({ day: 'numeric', month: 'long', year: 'numeric' })
  const dayAndMonth = dates({ day: 'numeric', month: 'short' })
  const calendar = calendarIn(timeZone)
  const { daysBetween, isSameYear } = calendar
  const near = (form: Intl.RelativeTimeFormat, at_ms: number, now: number) =>
    relativeTime(form, at_ms, now, calendar)

  return {
    number: (value) => number().format(value),
    rating: (average) => rating().format(average),
    percent: (share) => percent().format(share),
    monthDay: (at) => dayAndMonth().format(Date.parse(at)),
    date: (at) => date().format(Date.parse(at)),
    dateTime: (at) => dateTime().format(Date.parse(at)),
    time: (at) => time().format(Date.parse(at)),
    hour: (at) => hour().format(Date.parse(at)),
    weekday: (at, style) => weekdays[style]().format(Date.parse(at)),
    whole: (at) => whole().format(Date.parse(at)),
    relative: (at, now) => near(long(), Date.parse(at), now) ?? date().format(Date.parse(at)),
    ago(at, now) {
      const at_ms = Math.min(Date.parse(at), now)
      const text = near(short(), at_ms, now)
      return text ?? (isSameYear(at_ms, now) ? dayAndMonth() : date()).format(at_ms)
    },
    ...durationsIn(tag),
    soon: (at) => soon().format(Date.parse(at)),
    day(at, now) {
      const at_ms = Date.parse(at)
      const passed_days = daysBetween(at_ms, now)
      if (passed_days < 2) return long().format(-Math.max(0, passed_days), 'day')
      return (isSameYear(at_ms, now) ? dayOfYear() : longDate()).format(at_ms)
    },
    range: (from, to, style) =>
      (style === 'date' ? date() : dateTime()).formatRange(Date.parse(from), Date.parse(to)),
  }
}

const formatsByKey = new Map<string, Formats>()
/** A server formats in the time zones of its readers. */
const cachedMax = 100
/**
 * The formats of a locale, in the reader's time zone unless another is given. An unknown zone falls back to
 * the reader's.
 */
export function formatsOf(locale: Locale, time_zone?: string): Formats {
  const key = `${locale} ${time_zone ?? ''}`
  const cached = formatsByKey.get(key)
  if (cached) return cached
  if (time_zone !== undefined && !isTimeZone(time_zone)) return formatsOf(locale)
  const formats = create(locale, time_zone)
  const [oldest] = formatsByKey.keys()
  if (oldest !== undefined && formatsByKey.size >= cachedMax) formatsByKey.delete(oldest)
  formatsByKey.set(key, formats)
  return formats
}
