import { expect, test } from 'vitest'
import { fieldText } from './error-messages.ts'

test('a refusal says its figure as the language writes it, and what is no code as it is', () => {
  expect(fieldText('en', 'import_rows:100000')).toBe(
    'The file has more than 100,000 rows. Divide it into several.',
  )
  expect(fieldText('sk', 'import_rows:100000')).toBe(
    'Súbor má viac ako 100\u00A0000 riadkov. Rozdeľte ho na niekoľko.',
  )
  expect(fieldText('en', 'too_long:2000')).toBe('Use at most 2000 characters.')
  expect(fieldText('en', 'Nothing: that is a code')).toBe('Nothing: that is a code')
})
