import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf, readTime, timeOf, typedTime } from './times.ts'

const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 })

test('S9.04 every time that a language formats can be parsed again', () => {
  fc.assert(
    fc.property(minutes, fc.constantFrom('en' as const, 'sk' as const), (minute, locale) => {
      const time = timeOf(new Date(2026, 0, 1, 0, minute))
      expect(readTime(typedTime(time, locale))).toBe(time)
    }),
  )
})
test('times are typed with or without minutes, separators and halves of the day, and invalid ones are rejected', () => {
  expect(['9', ' 9:00 ', '9.00', '0900', '900', '9 am', '9:00 a.m.', '9AM'].map(readTime)).toEqual(
    Array.from({ length: 8 }, () => '09:00'),
  )
  expect(['12 am', '12 pm', '1:05pm', '23:59', '0'].map(readTime)).toEqual([
    '00:00',
    '12:00',
    '13:05',
    '23:59',
    '00:00',
  ])
  expect(['', '24:00', '9:60', '13 pm', '0 am', '9:5', 'noon', '9:00:00'].map(readTime)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
})
test('a moment needs a date that exists and a time', () => {
  expect(momentOf('2026-11-14', '09:30')).toEqual(new Date(2026, 10, 14, 9, 30))
  expect([
    momentOf('2026-02-31', '09:30'),
    momentOf('31.2.', '09:30'),
    momentOf('', '09:30'),
    momentOf('2026-11-14', ''),
    momentOf('2026-11-14', '25:00'),
  ]).toEqual([null, null, null, null, null])
})
