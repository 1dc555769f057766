import { expect, test } from 'vitest'
import { en } from './messages/en.ts'
import { createTranslator } from './messages.ts'

test('S9.04 the panel formats dates, times and sizes in en as in en-US', () => {
  const { date, time, day, size } = createTranslator('en', en)
  const evening = new Date(2025, 10, 14, 21, 5).toISOString()
  expect([time(evening), date(evening), day(evening)]).toEqual([
    '9:05 PM',
    'November 14, 2025',
    'Friday, November 14',
  ])
  expect([size(1_400_000), size(1), size(0)]).toEqual(['1.4 MB', '1 kB', '0 kB'])
})
