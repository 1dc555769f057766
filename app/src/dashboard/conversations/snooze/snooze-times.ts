import { hour_ms } from '@ozvi/contract'

/** Preset snooze times in the reader's time zone; `now` in ms since 1970. */
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
    // Late in the evening, three hours later is tomorrow.
    ...(later.getDate() === new Date(now).getDate() ? [{ name: 'later_today' as const, until: later }] : []),
    { name: 'tomorrow' as const, until: at(1, 9) },
    ...(toMonday > 1 ? [{ name: 'monday' as const, until: at(toMonday, 9) }] : []),
    ...(toMonday === 7 ? [] : [{ name: 'next_week' as const, until: at(7, 9) }]),
  ]
}
