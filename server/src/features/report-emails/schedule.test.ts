import { expect, test } from 'vitest'
import { nextReportAt, periodDue } from './schedule.ts'

const at = (iso: string) => Date.parse(iso)
const zone = 'Europe/Bratislava'
const monday = { frequency: 'weekly', day: 1 } as const
const first = { frequency: 'monthly', day: 1 } as const

test('a weekly report is due at 8:00 of its day, in its time zone and across clock changes', () => {
  expect(nextReportAt(monday, zone, at('2026-11-27T12:00:00Z'))).toBe('2026-11-30T07:00:00.000Z')
  expect(nextReportAt(monday, zone, at('2026-11-30T06:59:59Z'))).toBe('2026-11-30T07:00:00.000Z')
  expect(nextReportAt(monday, zone, at('2026-11-30T07:00:00Z'))).toBe('2026-12-07T07:00:00.000Z')
  // Summer time ends on Sunday, October 25.
  expect(nextReportAt(monday, zone, at('2026-10-19T06:00:00Z'))).toBe('2026-10-26T07:00:00.000Z')
  expect(nextReportAt(monday, 'Pacific/Kiritimati', at('2026-11-27T12:00:00Z'))).toBe(
    '2026-11-29T18:00:00.000Z',
  )
})

test('a monthly report is due once in every month, regardless of its length', () => {
  expect(nextReportAt(first, zone, at('2026-11-27T12:00:00Z'))).toBe('2026-12-01T07:00:00.000Z')
  expect(nextReportAt({ frequency: 'monthly', day: 28 }, 'UTC', at('2027-01-28T08:00:00Z'))).toBe(
    '2027-02-28T08:00:00.000Z',
  )
})

test('a report covers the week or month that ended the day before, the newest one after a downtime', () => {
  expect(periodDue(monday, zone, at('2026-11-30T07:00:00Z'))).toEqual({
    from_day: '2026-11-23',
    until_day: '2026-11-29',
  })
  expect(periodDue(monday, zone, at('2026-12-19T12:00:00Z'))).toEqual({
    from_day: '2026-12-07',
    until_day: '2026-12-13',
  })
  expect(periodDue(first, zone, at('2027-03-01T07:00:00Z'))).toEqual({
    from_day: '2027-02-01',
    until_day: '2027-02-28',
  })
  expect(periodDue({ frequency: 'monthly', day: 15 }, 'UTC', at('2027-03-15T08:00:00Z'))).toEqual({
    from_day: '2027-02-15',
    until_day: '2027-03-14',
  })
})
