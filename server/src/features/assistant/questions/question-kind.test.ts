import { expect, test } from 'vitest'
import { kindOf } from './question-kind.ts'

test.each([
  ['Are you open on Monday?', 'figure'],
  ['Is the shop still open?', 'figure'],
  ['open today', 'figure'],
  ['How do I open a file?', 'how_to'],
  ['open a file in another program', 'other'],
])('only opening hours make "open" a question for a time: %s', (text, kind) => {
  expect(kindOf(text)).toBe(kind)
})
