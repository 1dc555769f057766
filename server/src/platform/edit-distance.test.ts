import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['refund', 'refund', 0],
  ['refund', 'refunds', 1],
  ['refund', 'refnd', 1],
  ['refund', 'refend', 1],
  ['refund', 'refudn', 1],
  ['abcd', 'badc', 2],
  ['abc', 'abcde', 2],
  ['', 'abc', 3],
])('“%s” and “%s” differ by %i edits', (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits)
  expect(editDistance(to, from)).toBe(edits)
})
