import type { Schedule, Slot } from '@ozvi/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addOpenTime, isOpenAt, openTimeBetween, openIntervals, opensNext } from './intervals.ts'

const minute = 60_000
const hour = 60 * minute
const none: Slot[] = []
const day = (...slots: string[]): Slot[] =>
  slots.map((slot) => ({ from: slot.slice(0, 5), to: slot.slice(6) }))
const office = day('09:00-17:00')
const schedule = (time_zone: string, week: Slot[][], holidays: Schedule['holidays'] = []): Schedule => ({
  is_on: true,
  time_zone,
  week,
  holidays,
})
const every = (slots: Slot[]) => Array.from({ length: 7 }, () => slots)
const weekdays = [office, office, office, office, office, none, none]
const at = (iso: string) => Date.parse(iso)
const iso = (ms: number | null) => ms && new Date(ms).toISOString()

test('an office week: open, closed, and open again on Monday', () => {
  const bratislava = schedule('Europe/Bratislava', weekdays)
  expect(isOpenAt(bratislava, at('2026-11-20T08:00:00Z'))).toBe(true)
  expect(isOpenAt(bratislava, at('2026-11-20T07:59:59Z'))).toBe(false)
  expect(isOpenAt(bratislava, at('2026-11-20T16:00:00Z'))).toBe(false)
  expect(iso(opensNext(bratislava, at('2026-11-20T16:00:00Z')))).toBe('2026-11-23T08:00:00.000Z')
  expect(openTimeBetween(bratislava, at('2026-11-20T15:00:00Z'), at('2026-11-23T09:00:00Z'))).toBe(2 * hour)
  expect(iso(addOpenTime(bratislava, at('2026-11-20T15:30:00Z'), hour))).toBe('2026-11-23T08:30:00.000Z')
})

test('several slots a day, and a slot that continues into the next day', () => {
  const split = schedule('UTC', every(day('09:00-12:00', '13:00-17:00', '22:00-02:00')))
  expect(isOpenAt(split, at('2026-11-20T12:30:00Z'))).toBe(false)
  expect(isOpenAt(split, at('2026-11-20T01:30:00Z'))).toBe(true)
  expect(isOpenAt(split, at('2026-11-20T02:00:00Z'))).toBe(false)
  expect(openTimeBetween(split, at('2026-11-20T00:00:00Z'), at('2026-11-21T00:00:00Z'))).toBe(11 * hour)
  const saturdayNight = schedule('UTC', [none, none, none, none, none, day('20:00-04:00'), none])
  expect(isOpenAt(saturdayNight, at('2026-11-22T03:00:00Z'))).toBe(true)
  const always = schedule('UTC', every(day('00:00-00:00')))
  expect(openIntervals(always, 0, 5 * 24 * hour)).toEqual([[0, 5 * 24 * hour]])
})

test('holidays close the slots that start on them, once or every year', () => {
  const eve = { date: '2025-12-24', name: 'Christmas Eve', is_yearly: true }
  const once = { date: '2026-11-23', name: 'Move', is_yearly: false }
  const closed = schedule('Europe/Bratislava', weekdays, [eve, once])
  expect(isOpenAt(closed, at('2026-12-24T10:00:00Z'))).toBe(false)
  expect(isOpenAt(closed, at('2026-12-23T10:00:00Z'))).toBe(true)
  expect(iso(opensNext(closed, at('2026-11-20T16:00:00Z')))).toBe('2026-11-24T08:00:00.000Z')
  expect(isOpenAt(closed, at('2027-11-23T10:00:00Z'))).toBe(true)
  const night = schedule('UTC', every(day('22:00-02:00')), [once])
  expect(isOpenAt(night, at('2026-11-23T01:00:00Z'))).toBe(true)
  expect(isOpenAt(night, at('2026-11-23T23:00:00Z'))).toBe(false)
  expect(isOpenAt(night, at('2026-11-24T01:00:00Z'))).toBe(false)
})

test('clock changes: a skipped hour isn’t worked, a repeated hour is worked twice', () => {
  const night = schedule('Europe/Bratislava', every(day('01:00-04:00')))
  const dayOf = (date: string) =>
    openTimeBetween(night, at(`${date}T00:00:00+01:00`), at(`${date}T12:00:00+01:00`))
  expect(dayOf('2026-03-28')).toBe(3 * hour)
  expect(dayOf('2026-03-29')).toBe(2 * hour)
  expect(openTimeBetween(night, at('2026-10-24T22:00:00Z'), at('2026-10-25T10:00:00Z'))).toBe(4 * hour)
  // 02:30 doesn't exist on that day: both edges are the jump at 01:00Z.
  const within = schedule('Europe/Bratislava', every(day('02:15-02:45', '02:30-03:30')))
  expect(openIntervals(within, at('2026-03-29T00:00:00Z'), at('2026-03-29T12:00:00Z'))).toEqual([
    [at('2026-03-29T01:00:00Z'), at('2026-03-29T01:30:00Z')],
  ])
  // The first skipped minute is the jump itself.
  const fromTwo = schedule('Europe/Bratislava', every(day('02:00-04:00')))
  expect(openIntervals(fromTwo, at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'))).toEqual([
    [at('2026-03-29T01:00:00Z'), at('2026-03-29T02:00:00Z')],
  ])
  // Lord Howe changes by half an hour, Samoa once skipped a whole day.
  const howe = schedule('Australia/Lord_Howe', every(day('00:00-06:00')))
  expect(openTimeBetween(howe, at('2026-10-03T13:30:00Z'), at('2026-10-03T23:00:00Z'))).toBe(5.5 * hour)
  const apia = schedule('Pacific/Apia', every(office))
  expect(openTimeBetween(apia, at('2011-12-29T10:00:00Z'), at('2011-12-31T10:00:00Z'))).toBe(16 * hour)
})

test('without hours every hour counts; without slots none does', () => {
  const off = { ...schedule('UTC', every(none)), is_on: false }
  expect(isOpenAt(off, 0)).toBe(true)
  expect(addOpenTime(off, 5, 10)).toBe(15)
  const never = schedule('UTC', every(none))
  expect(opensNext(never, 0)).toBeNull()
  expect(addOpenTime(never, 0, 1)).toBeNull()
})

const zones = [
  'Europe/Bratislava',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Gaza',
  'UTC',
]
const weekdayNumber: Record<string, number> = { Mon: 0, Tue: 1, Wed: 2, Thu: 3, Fri: 4, Sat: 5, Sun: 6 }
/** Wall clock time, computed independently of the code under test. */
function wall(zone: string, ms: number) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return { weekday: weekdayNumber[part('weekday')] ?? 0, clock: `${part('hour')}:${part('minute')}` }
}
const clock = fc
  .integer({ min: 0, max: 95 })
  .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
const anySlots = fc.array(fc.record({ from: clock, to: clock }), { maxLength: 3 })

test('opening hours follow local time in every time zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(anySlots, { minLength: 7, maxLength: 7 }),
      fc.integer({ min: at('2015-01-01T00:00:00Z') / minute, max: at('2035-01-01T00:00:00Z') / minute }),
      (zone, week, minutes) => {
        const ms = minutes * minute
        const now = wall(zone, ms)
        // A repeated hour is open both times, so around a change wall clock time isn't enough.
        if (new Set([-30, 30].map((hours) => offset(zone, ms + hours * hour))).size > 1) return
        const before = (now.weekday + 6) % 7
        const expected =
          (week[now.weekday] ?? []).some(({ from, to }) =>
            to > from ? now.clock >= from && now.clock < to : now.clock >= from,
          ) || (week[before] ?? []).some(({ from, to }) => to <= from && now.clock < to)
        expect(isOpenAt(schedule(zone, week), ms)).toBe(expected)
      },
    ),
    { numRuns: 200 },
  )
})
function offset(zone: string, ms: number): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  )
}

test('open time adds up, however it is divided', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(anySlots, { minLength: 7, maxLength: 7 }),
      fc.integer({ min: 0, max: 20_000_000 }),
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 1, max: 20_000 }),
      (zone, week, start, first, second) => {
        const hours = schedule(zone, week)
        const from = at('2020-01-01T00:00:00Z') + start * minute
        const middle = from + first * minute
        const to = middle + second * minute
        const whole = openTimeBetween(hours, from, to)
        expect(openTimeBetween(hours, from, middle) + openTimeBetween(hours, middle, to)).toBe(whole)
        fc.pre(whole > 0)
        const due = addOpenTime(hours, from, whole) ?? Infinity
        expect(due).toBeLessThanOrEqual(to)
        expect(openTimeBetween(hours, from, due)).toBe(whole)
      },
    ),
    { numRuns: 30 },
  )
})
