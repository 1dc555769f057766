import { expect, test } from 'vitest'
import { fieldText, problemText } from './error-messages.ts'

test('an error formats its number for the language, and text that isn’t a code is unchanged', () => {
  expect(fieldText('en', 'import_rows:100000')).toBe(
    'The file has more than 100,000 rows. Split it into smaller files.',
  )
  expect(fieldText('sk', 'import_rows:100000')).toBe(
    'Súbor má viac ako 100\u00A0000 riadkov. Rozdeľte ho na menšie súbory.',
  )
  expect(fieldText('en', 'too_long:2000')).toBe('Use at most 2000 characters.')
  expect(fieldText('en', 'Nothing: that is a code')).toBe('Nothing: that is a code')
})

test.each([
  [1, '1 second', '1 sekundu'],
  [3, '3 seconds', '3 sekundy'],
  [59, '59 seconds', '59 sekúnd'],
  [60, '1 minute', '1 minútu'],
  [61, '2 minutes', '2 minúty'],
  [900, '15 minutes', '15 minút'],
  [3541, '1 hour', '1 hodinu'],
  [3600, '1 hour', '1 hodinu'],
  [5400, '2 hours', '2 hodiny'],
  [86_400, '24 hours', '24 hodín'],
])('a wait of %i seconds is shown in seconds, minutes or hours, never too short', (wait_s, en, sk) => {
  expect(problemText('en', 'rate_limited', { wait_s })).toBe(`Too many attempts. Try again in ${en}.`)
  expect(problemText('sk', 'rate_limited', { wait_s })).toBe(`Priveľa pokusov. Skúste to znova o ${sk}.`)
})
