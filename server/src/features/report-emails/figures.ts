import {
  inLargestUnit,
  intlLocales,
  type Locale,
  type PeriodMetrics,
  type Report,
  hour_ms,
} from '@ozvi/contract'
import type { MailFigure } from '#platform/mail/index.ts'

const labels = {
  en: {
    conversations: 'Conversations',
    first_reply: 'Median first reply time',
    resolution: 'Median resolution time',
    resolved: 'Resolved',
    reopened: 'Reopened',
    sla_met: 'Reply targets met',
    rating: 'Average rating',
    answered: 'Answered by the assistant',
    handed_over: 'Handed over to the team',
    busiest: 'Busiest hour',
  },
  sk: {
    conversations: 'Konverzácie',
    first_reply: 'Medián prvej odpovede',
    resolution: 'Medián času do vyriešenia',
    resolved: 'Vyriešené',
    reopened: 'Znova otvorené',
    sla_met: 'Dodržané časy na odpoveď',
    rating: 'Priemerné hodnotenie',
    answered: 'Zodpovedal asistent',
    handed_over: 'Odovzdané tímu',
    busiest: 'Najrušnejšia hodina',
  },
} as const satisfies Record<Locale, unknown>
const changes = {
  en: {
    up: (percent: string) => `up ${percent}`,
    down: (percent: string) => `down ${percent}`,
    same: 'no change',
  },
  sk: {
    up: (percent: string) => `o ${percent} vyššie`,
    down: (percent: string) => `o ${percent} nižšie`,
    same: 'bez zmeny',
  },
} as const satisfies Record<Locale, unknown>

const numberText = (locale: Locale, value: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat(intlLocales[locale], options).format(value)

/** A duration as on the dashboard: `45 sec`, `12 min`, `3.5 hr`, `2 days`. */
function durationText(locale: Locale, seconds: number): string {
  const { value, unit } = inLargestUnit(seconds)
  return numberText(locale, value, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })
}

/** The change from the period before; empty if there is nothing to compare with. */
function changeText(locale: Locale, now: number, before: number | null): string {
  if (!before) return ''
  const share = Math.round((100 * (now - before)) / before) / 100
  if (share === 0) return changes[locale].same
  const percent = numberText(locale, Math.abs(share), { style: 'percent' })
  return share > 0 ? changes[locale].up(percent) : changes[locale].down(percent)
}

/** Share of conversations with a reply target in which no reply was late; null if there are none. */
const shareMet = ({ sla_met, sla_missed }: PeriodMetrics) =>
  sla_met + sla_missed === 0 ? null : sla_met / (sla_met + sla_missed)

/** The weekday and hour in which most conversations started: `Monday, 2 PM`. Needs at least one conversation. */
function busiestText(locale: Locale, by_hour: readonly (readonly number[])[]): string {
  const cells = by_hour.flatMap((hours, day) => hours.map((count, hour) => ({ count, day, hour })))
  const { day, hour } = cells.reduce((most, cell) => (cell.count > most.count ? cell : most))
  // 2024 began on a Monday.
  const at = Date.UTC(2024, 0, 1 + day, hour)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlLocales[locale], { ...options, timeZone: 'UTC' })
  const time = format({ hour: 'numeric', ...(locale === 'sk' ? { minute: '2-digit' } : {}) })
  return `${format({ weekday: 'long' }).format(at)}, ${time.formatRange(at, at + hour_ms)}`
}

/** The numbers of the dashboard, without those that the period has no value for. */
export function reportFigures(
  locale: Locale,
  { current, previous, assistant, by_hour }: Report,
): MailFigure[] {
  const figure = (
    label: keyof (typeof labels)['en'],
    now: number | null,
    before: number | null,
    format: (value: number) => string = (value) => numberText(locale, value),
  ): MailFigure[] =>
    now === null
      ? []
      : [{ label: labels[locale][label], value: format(now), note: changeText(locale, now, before) }]
  const duration = (seconds: number) => durationText(locale, seconds)
  const percent = (share: number) => numberText(locale, share, { style: 'percent' })
  const rating = (value: number) => `${numberText(locale, value, { maximumFractionDigits: 1 })} / 5`
  return [
    ...figure('conversations', current.conversations, previous.conversations),
    ...figure('first_reply', current.first_reply_median_s, previous.first_reply_median_s, duration),
    ...figure('resolution', current.resolution_median_s, previous.resolution_median_s, duration),
    ...figure('resolved', current.resolved, previous.resolved),
    ...figure('reopened', current.reopened, previous.reopened),
    ...figure('sla_met', shareMet(current), shareMet(previous), percent),
    ...figure('rating', current.rating_average, previous.rating_average, rating),
    ...(assistant
      ? [
          ...figure('answered', assistant.current.answered, assistant.previous.answered),
          ...figure('handed_over', assistant.current.handed_over, assistant.previous.handed_over),
        ]
      : []),
    { label: labels[locale].busiest, value: busiestText(locale, by_hour), note: '' },
  ]
}
