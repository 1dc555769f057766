import { reportHour, type ReportSchedule } from '@ozvi/contract'
import { Temporal } from 'temporal-polyfill'

/*
 * When reports are sent, and about which days. Pure: instants in ms since 1970. Days and hours are those of a time
 * zone, so a clock change moves no report.
 */

type Timing = Pick<ReportSchedule, 'frequency' | 'day'>
/** Calendar days of a report, both included. */
export interface ReportPeriod {
  from_day: string
  until_day: string
}
const length = { weekly: { days: 7 }, monthly: { months: 1 } } as const

const sentAt = (day: Temporal.PlainDate, zone: string): number =>
  day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(reportHour) }).epochMilliseconds

/** The newest day on which a report was due. */
function lastDay({ frequency, day }: Timing, zone: string, now: number): Temporal.PlainDate {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  const candidate =
    frequency === 'weekly' ? today.subtract({ days: (today.dayOfWeek - day + 7) % 7 }) : today.with({ day })
  return sentAt(candidate, zone) > now ? candidate.subtract(length[frequency]) : candidate
}

/** When the next report is due. */
export const nextReportAt = (timing: Timing, zone: string, now: number): string =>
  new Date(sentAt(lastDay(timing, zone, now).add(length[timing.frequency]), zone)).toISOString()

/** The days of the newest due report: the week or month that ended the day before. */
export function periodDue(timing: Timing, zone: string, now: number): ReportPeriod {
  const day = lastDay(timing, zone, now)
  return {
    from_day: day.subtract(length[timing.frequency]).toString(),
    until_day: day.subtract({ days: 1 }).toString(),
  }
}
