import { intlLocales, type Locale, type Member, openingAt, day_ms } from '@ozvi/contract'
import type { Translate } from '#platform/i18n/translator.ts'

/** `5:00 PM` today, `Mon 9:00 AM` within a week, else with the date; in the reader's time zone. */
function clock(locale: Locale, at: number, now: number): string {
  const partsOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(intlLocales[locale], options).format(at)
  const time = partsOf({ hour: 'numeric', minute: '2-digit' })
  if (new Date(at).toDateString() === new Date(now).toDateString()) return time
  if (at - now < 6 * day_ms) return `${partsOf({ weekday: 'short' })} ${time}`
  return `${partsOf({ day: 'numeric', month: 'numeric' })} ${time}`
}

/** Whether a member is working and until when, or when they are back; undefined if they have no hours. */
export function workingNow(
  { week, work_spans }: Pick<Member, 'week' | 'work_spans'>,
  now: number,
  locale: Locale,
  t: Translate,
): string {
  if (!week) return ''
  const { is_open, opens_at } = openingAt(work_spans, now)
  const until = work_spans.find(([, to]) => to > now)?.[1]
  if (is_open && until !== undefined) return t('users.works_until', { time: clock(locale, until, now) })
  return opens_at === null ? t('users.off') : t('users.off_until', { time: clock(locale, opens_at, now) })
}
