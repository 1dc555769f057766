import type { Locale } from '../fields.ts'
import { intlLocales } from '../intl-locales.ts'
import { day_ms } from '../durations.ts'

/*
 * Opening hours as text. No schema library is imported, so that the widget can use it too.
 */

/** Start (inclusive) and end (exclusive) of an open period, in ms since 1970. */
export type OpenInterval = readonly [from: number, to: number]
export interface Opening {
  is_open: boolean
  /** When the team is back, in ms since 1970; null while it is open and if hours are unknown. */
  opens_at: number | null
}

/** @param spans sorted by time, without overlaps */
export function openingAt(spans: readonly OpenInterval[], now: number): Opening {
  const next = spans.find(([, to]) => to > now)
  if (!next) return { is_open: false, opens_at: null }
  return next[0] <= now ? { is_open: true, opens_at: null } : { is_open: false, opens_at: next[0] }
}

const onWeekday: Record<Locale, readonly string[]> = {
  en: ['on Sunday', 'on Monday', 'on Tuesday', 'on Wednesday', 'on Thursday', 'on Friday', 'on Saturday'],
  sk: ['v nedeľu', 'v pondelok', 'v utorok', 'v stredu', 'vo štvrtok', 'v piatok', 'v sobotu'],
}
const nearWords = { en: { today: 'today', tomorrow: 'tomorrow' }, sk: { today: 'dnes', tomorrow: 'zajtra' } }

/**
 * `on Monday at 9:00 AM`, `zajtra o 14:30`, `on January 4 at 9:00 AM`: fits into the middle of a sentence.
 *
 * @param time_zone where the reader is; by default that of this machine
 */
export function formatWhen(locale: Locale, at: number, now: number, time_zone?: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlLocales[locale], {
      ...options,
      ...(time_zone ? { timeZone: time_zone } : {}),
    })
  const time = format({ hour: 'numeric', minute: '2-digit' }).format(at)
  const ymd = (instant: number) => {
    const parts = format({ year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(instant)
    const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
    return Date.UTC(part('year'), part('month') - 1, part('day'))
  }
  const day = () => {
    const days = Math.round((ymd(at) - ymd(now)) / day_ms)
    if (days === 0) return nearWords[locale].today
    if (days === 1) return nearWords[locale].tomorrow
    if (days < 7) return onWeekday[locale][new Date(ymd(at)).getUTCDay()] ?? ''
    return `${locale === 'en' ? 'on ' : ''}${format({ day: 'numeric', month: 'long' }).format(at)}`
  }
  return `${day()} ${locale === 'en' ? 'at' : 'o'} ${time}`
}

/** `within 2 hours`, `do 30 minút`. */
export function formatWithin(locale: Locale, minutes: number): string {
  const [unit, n] =
    minutes % 1440 === 0
      ? (['day', minutes / 1440] as const)
      : minutes % 60 === 0
        ? (['hour', minutes / 60] as const)
        : (['minute', minutes] as const)
  if (locale === 'en') return `within ${n} ${unit}${n === 1 ? '' : 's'}`
  const forms = { day: ['dňa', 'dní'], hour: ['hodiny', 'hodín'], minute: ['minúty', 'minút'] } as const
  return `do ${n} ${forms[unit][n === 1 ? 0 : 1]}`
}
