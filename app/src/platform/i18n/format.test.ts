import { expect, test } from 'vitest'
import { formatsOf, isTimeZone } from './format.ts'

const at = (time: string) => Date.parse(time)
const [en, sk] = [formatsOf('en', 'Europe/Bratislava'), formatsOf('sk', 'Europe/Bratislava')]
const noon = '2026-11-14T11:00:00.000Z' // 12:00 in Bratislava
const before = (ms: number) => new Date(at(noon) - ms).toISOString()
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

test('S2.16 S1.07 S9.04 times are formatted by language, en as en-US, in the given time zone', () => {
  expect([en.date(noon), sk.date(noon)]).toEqual(['Nov 14, 2026', '14. 11. 2026'])
  expect([en.dateTime(noon), sk.dateTime(noon)]).toEqual(['Nov 14, 2026, 12:00 PM', '14. 11. 2026, 12:00'])
  expect([en.time(noon), sk.time(noon)]).toEqual(['12:00 PM', '12:00'])
  expect([en.hour(noon), sk.hour(noon)]).toEqual(['12 PM', '12'])
  expect([en.weekday(noon, 'short'), sk.weekday(noon, 'long')]).toEqual(['Sat', 'sobota'])
  expect(formatsOf('en', 'Asia/Kolkata').dateTime('2026-11-14T20:00:00.000Z')).toBe('Nov 15, 2026, 1:30 AM')
  expect(en.whole(noon)).toMatch(/^Saturday, November 14, 2026 at 12:00 PM (CET|GMT\+1)$/)
  expect(sk.whole(noon)).toMatch(/^sobota 14\. novembra 2026 o 12:00 (SEČ|CET|GMT\+1)$/)
})
test('average ratings have one decimal, so that they line up in a table', () => {
  expect([en.rating(4), sk.rating(3.46)]).toEqual(['4.0', '3,5'])
})
test('S2.16 distances use Slovak plural forms', () => {
  const relative = (ms: number) => sk.relative(before(ms), at(noon))
  expect([1, 2, 5].map((n) => relative(n * minute))).toEqual([
    'pred 1 minútou',
    'pred 2 minútami',
    'pred 5 minútami',
  ])
  expect([1, 2, 5].map((n) => relative(-n * minute))).toEqual(['o 1 minútu', 'o 2 minúty', 'o 5 minút'])
  expect([1, 2, 5].map((n) => relative(-n * hour))).toEqual(['o 1 hodinu', 'o 2 hodiny', 'o 5 hodín'])
  expect([1, 2, 3, 6].map((n) => relative(n * day))).toEqual([
    'včera',
    'predvčerom',
    'pred 3 dňami',
    'pred 6 dňami',
  ])
  expect([1, 2, 3, 5].map((n) => relative(-n * day))).toEqual(['zajtra', 'pozajtra', 'o 3 dni', 'o 5 dní'])
})
test('S2.16 a distance is "now" below a minute, and a date after a week', () => {
  const relative = (ms: number) => en.relative(before(ms), at(noon))
  expect([0, 59_000, -59_000].map(relative)).toEqual(['now', 'now', 'now'])
  expect([minute, 3 * minute, hour, 23 * hour].map(relative)).toEqual([
    '1 minute ago',
    '3 minutes ago',
    '1 hour ago',
    '23 hours ago',
  ])
  expect([day, 6 * day, 7 * day].map(relative)).toEqual(['yesterday', '6 days ago', 'Nov 7, 2026'])
})
test('the short format shows the year only if it differs, and has no future', () => {
  expect([5 * minute, 2 * hour, 30 * day].map((ms) => en.ago(before(ms), at(noon)))).toEqual([
    '5m ago',
    '2h ago',
    'Oct 15',
  ])
  expect(en.ago('2025-11-03T12:00:00.000Z', at(noon))).toBe('Nov 3, 2025')
  expect(en.ago(before(-hour), at(noon))).toBe('now')
})
test('S2.16 across clock changes, hours are elapsed hours and days are calendar days', () => {
  // 29 March 2026: 01:59 is followed by 03:00
  expect(['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map(en.time)).toEqual(['1:59 AM', '3:00 AM'])
  // 25 October 2026: 02:59 is followed by 02:00
  expect(['2026-10-25T00:59:00Z', '2026-10-25T01:00:00Z'].map(en.time)).toEqual(['2:59 AM', '2:00 AM'])
  // only 23 hours apart because of daylight saving time, but still yesterday
  const [spring, next] = ['2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z']
  expect([en.dateTime(spring), en.dateTime(next)]).toEqual([
    'Mar 29, 2026, 12:30 AM',
    'Mar 30, 2026, 12:30 AM',
  ])
  expect(en.relative(spring, at(next))).toBe('23 hours ago')
  expect(en.day(spring, at(next))).toBe('yesterday')
  // and 49 hours across the autumn change are two days
  expect(en.relative('2026-10-24T10:00:00Z', at('2026-10-26T11:00:00Z'))).toBe('2 days ago')
  // the repeated hour is distinguished by the zone's name
  const [first, again] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map(en.whole)
  expect(first).not.toBe(again)
})
test('the day depends on the time zone', () => {
  const [late, now] = ['2026-11-13T23:30:00Z', at('2026-11-14T12:00:00Z')]
  expect(en.day(late, now)).toBe('today')
  expect(formatsOf('en', 'America/New_York').day(late, now)).toBe('yesterday')
  expect(en.day('2026-11-03T12:00:00Z', now)).toBe('Tuesday, November 3')
  expect(en.day('2025-11-03T12:00:00Z', now)).toBe('November 3, 2025')
})
test('a range shows shared parts once', () => {
  const [from, to] = ['2026-11-14T08:00:00Z', '2026-11-16T09:30:00Z']
  expect(en.range(from, to, 'date')).toMatch(/^Nov 14\s?–\s?16, 2026$/)
  expect(sk.range(from, to, 'date')).toMatch(/^14\.\s?(11\.\s2026\s)?–\s?16\. 11\. 2026$/)
  expect(en.range(from, '2026-11-14T09:30:00Z', 'dateTime')).toMatch(/^Nov 14, 2026, 9:00\s?–\s?10:30\sAM$/)
})
test('durations and future times are formatted', () => {
  expect([12 * minute, 3 * hour, 2 * day].map((ms) => en.lasted(before(ms), at(noon)))).toEqual([
    '12 min',
    '3 hr',
    '2 days',
  ])
  const spans_s = [null, 45, 59.6, 12 * 60, 3_590, 3.52 * 3600, 23 * 3600, 86_000, 2 * 86_400, 2.3 * 86_400]
  expect(spans_s.map(en.duration)).toEqual([
    '–',
    '45 sec',
    '1 min',
    '12 min',
    '1 hr',
    '3.5 hr',
    '23 hr',
    '1 day',
    '2 days',
    '2.3 days',
  ])
  expect(spans_s.map(sk.duration)).toEqual([
    '–',
    '45 s',
    '1 min',
    '12 min',
    '1 h',
    '3,5 h',
    '23 h',
    '1 deň',
    '2 dni',
    '2,3 dňa',
  ])
  expect(en.soon('2026-11-16T08:00:00Z')).toMatch(/^Mon, 11\/16, 9:00\sAM$/)
})
test('an unknown time zone falls back to the reader’s', () => {
  expect([isTimeZone('Europe/Bratislava'), isTimeZone('Mars/Olympus')]).toEqual([true, false])
  expect(formatsOf('en', 'Mars/Olympus')).toBe(formatsOf('en'))
})
