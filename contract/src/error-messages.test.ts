import { expect, test } from 'vitest'
import { fieldText } from './error-messages.ts'

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
