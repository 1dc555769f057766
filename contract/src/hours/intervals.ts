import { Temporal } from 'temporal-polyfill'
import { day_ms } from '../durations.ts'
import type { Schedule } from './hours.ts'
import type { OpenInterval } from './opening-hours-text.ts'

/*
 * Opening hours as time intervals. Pure: a schedule and instants in, instants out, in ms since 1970. Clock
 * changes are respected: an edge within a skipped hour is at the jump, and a repeated hour is open both
 * times.
 */

/** Search limit: a schedule without any slot is always closed. */
const horizons_days = [15, 60, 400]

function instantOf(day: Temporal.PlainDate, clock: string, zone: string, edge: 'from' | 'to'): number {
  const wall = day.toPlainDateTime(Temporal.PlainTime.from(clock))
  const at = wall.toZonedDateTime(zone, { disambiguation: edge === 'from' ? 'earlier' : 'later' })
  if (at.toPlainDateTime().equals(wall)) return at.epochMilliseconds
  // A skipped local time: the earlier interpretation is before the jump, the later one can be the jump itself.
  const before = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return (before.getTimeZoneTransition('next') ?? before).epochMilliseconds
}

const isHoliday = (day: Temporal.PlainDate, { holidays }: Schedule) => {
  const date = day.toString()
  return holidays.some(
    (each) => each.date === date || (each.is_yearly && each.date.slice(5) === date.slice(5)),
  )
}

/** The day in the time zone of the schedule. @param at in ms */
export const dayAt = ({ time_zone }: Pick<Schedule, 'time_zone'>, at: number): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone).toPlainDate().toString()

function intervalsOn(day: Temporal.PlainDate, schedule: Schedule): OpenInterval[] {
  if (isHoliday(day, schedule)) return []
  return (schedule.week[day.dayOfWeek - 1] ?? []).flatMap(({ from, to }) => {
    const start = instantOf(day, from, schedule.time_zone, 'from')
    const end = instantOf(to > from ? day : day.add({ days: 1 }), to, schedule.time_zone, 'to')
    return end > start ? [[start, end] as const] : []
  })
}

/** The instant at which a clock in the time zone shows the given day and time; an empty day or time is that of `at`. */
export function atLocalTime(
  { time_zone }: Pick<Schedule, 'time_zone'>,
  at: number,
  { date, time }: { date: string; time: string },
): number {
  const now = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(time_zone)
  const day = date ? Temporal.PlainDate.from(date) : now.toPlainDate()
  const plainTime = time ? Temporal.PlainTime.from(time) : now.toPlainTime()
  return day.toZonedDateTime({ timeZone: time_zone, plainTime }).epochMilliseconds
}

/** Open intervals within `[from, to)`, ordered and disjoint; without hours it is one. */
export function openIntervals(schedule: Schedule, from: number, to: number): OpenInterval[] {
  if (to <= from) return []
  if (!schedule.is_on) return [[from, to]]
  const dayOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(schedule.time_zone).toPlainDate()
  const intervals: OpenInterval[] = []
  const last = dayOf(to)
  // Starts with the day before, whose night may extend into this one.
  for (let day = dayOf(from).subtract({ days: 1 }); Temporal.PlainDate.compare(day, last) <= 0;) {
    intervals.push(...intervalsOn(day, schedule))
    day = day.add({ days: 1 })
  }
  const joined: [number, number][] = []
  for (const [start, end] of intervals.sort(([a], [b]) => a - b)) {
    const clipped: [number, number] = [Math.max(start, from), Math.min(end, to)]
    if (clipped[1] <= clipped[0]) continue
    const before = joined.at(-1)
    if (before && clipped[0] <= before[1]) before[1] = Math.max(before[1], clipped[1])
    else joined.push(clipped)
  }
  return joined
}

export const isOpenAt = (schedule: Schedule, at: number): boolean =>
  openIntervals(schedule, at, at + 1).length > 0

/** When it next opens: `at` itself while open; null if never. */
export function opensNext(schedule: Schedule, at: number): number | null {
  for (const days of horizons_days) {
    const [next] = openIntervals(schedule, at, at + days * day_ms)
    if (next) return next[0]
  }
  return null
}

/** Open time between two instants, in ms. */
export const openTimeBetween = (schedule: Schedule, from: number, to: number): number =>
  openIntervals(schedule, from, to).reduce((sum, [start, end]) => sum + end - start, 0)

/** The instant when `open_ms` of open time have passed since `from`; null if never. */
export function addOpenTime(schedule: Schedule, from: number, open_ms: number): number | null {
  for (const days of horizons_days) {
    let remaining_ms = open_ms
    for (const [start, end] of openIntervals(schedule, from, from + days * day_ms)) {
      if (end - start >= remaining_ms) return start + remaining_ms
      remaining_ms -= end - start
    }
  }
  return null
}
