import { expect, test } from 'vitest'
import { openingAt, formatWhen, formatWithin } from './opening-hours-text.ts'

const at = (iso: string) => Date.parse(iso)
const now = at('2026-11-20T16:00:00Z') // a Friday
const say = (locale: 'en' | 'sk', iso: string) => formatWhen(locale, at(iso), now, 'Europe/Bratislava')

test('S9.04 opening hours are formatted in the reader’s language and time zone, in en as in en-US', () => {
  expect(say('en', '2026-11-20T18:30:00Z')).toBe('today at 7:30 PM')
  expect(say('sk', '2026-11-21T08:00:00Z')).toBe('zajtra o 9:00')
  expect(say('en', '2026-11-23T08:00:00Z')).toBe('on Monday at 9:00 AM')
  expect(say('sk', '2026-11-26T08:00:00Z')).toBe('vo štvrtok o 9:00')
  expect(say('en', '2027-01-04T08:00:00Z')).toBe('on January 4 at 9:00 AM')
  expect(say('sk', '2027-01-04T08:00:00Z')).toBe('4. januára o 9:00')
  expect(formatWhen('en', at('2026-11-20T18:30:00Z'), now, 'Asia/Tokyo')).toBe('today at 3:30 AM')
  expect(formatWhen('en', at('2026-11-20T14:30:00Z'), at('2026-11-20T10:00:00Z'), 'Asia/Tokyo')).toBe(
    'today at 11:30 PM',
  )
})
test('a promised reply time uses the largest whole unit in the right grammatical case', () => {
  expect([15, 60, 120, 1440].map((n) => formatWithin('en', n))).toEqual([
    'within 15 minutes',
    'within 1 hour',
    'within 2 hours',
    'within 1 day',
  ])
  expect([5, 60, 240, 1440].map((n) => formatWithin('sk', n))).toEqual([
    'do 5 minút',
    'do 1 hodiny',
    'do 4 hodín',
    'do 1 dňa',
  ])
})
test('the next opening is computed from the hours as time passes', () => {
  const spans = [
    [10, 20],
    [30, 40],
  ] as const
  expect(openingAt(spans, 5)).toEqual({ is_open: false, opens_at: 10 })
  expect(openingAt(spans, 10)).toEqual({ is_open: true, opens_at: null })
  expect(openingAt(spans, 20)).toEqual({ is_open: false, opens_at: 30 })
  expect(openingAt(spans, 40)).toEqual({ is_open: false, opens_at: null })
})
