import { expect, test } from 'vitest'
import { isVerbatim, ndcg } from './measures.ts'

test('a ranking with the best documents first counts 1, without any of them 0', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 1],
  ])
  expect(ndcg(['a', 'b', 'c'], grades)).toBe(1)
  expect(ndcg(['c', 'd'], grades)).toBe(0)
  expect(ndcg([], grades)).toBe(0)
})

test('a document found late counts less, and one named twice counts once', () => {
  const grades = new Map([['a', 1]])
  expect(ndcg(['c', 'a'], grades)).toBeCloseTo(1 / Math.log2(3))
  expect(ndcg(['c', 'c', 'a', 'a'], grades)).toBeCloseTo(1 / Math.log2(3))
  expect(ndcg([...'bcdefghijk', 'a'], grades)).toBe(0)
})

test('a quote is verbatim when each of its pieces stands in the document, however it is spaced', () => {
  const document = { title: 'Returns', text: 'Send it back\n within 14 days. We pay the postage.' }
  expect(isVerbatim('Send it back within 14 days.', document)).toBe(true)
  expect(isVerbatim('Send it back … pay the postage.', document)).toBe(true)
  expect(isVerbatim('Send it back within 30 days.', document)).toBe(false)
  expect(isVerbatim('', document)).toBe(false)
})
