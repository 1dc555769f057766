import { expect, test } from 'vitest'
import { areaUnderCurve, holdsWords, isVerbatim, ndcg } from './measures.ts'

test('a ranking with the best documents first scores 1, without any of them 0', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 1],
  ])
  expect(ndcg(['a', 'b', 'c'], grades)).toBe(1)
  expect(ndcg(['c', 'd'], grades)).toBe(0)
  expect(ndcg([], grades)).toBe(0)
})

test('a document found late scores less, and duplicates count once', () => {
  const grades = new Map([['a', 1]])
  expect(ndcg(['c', 'a'], grades)).toBeCloseTo(1 / Math.log2(3))
  expect(ndcg(['c', 'c', 'a', 'a'], grades)).toBeCloseTo(1 / Math.log2(3))
  expect(ndcg([...'bcdefghijk', 'a'], grades)).toBe(0)
})

test('a quote is verbatim if each of its parts is in the document, regardless of spacing', () => {
  const document = { title: 'Returns', text: 'Send it back\n within 14 days. We pay the postage.' }
  expect(isVerbatim('Send it back within 14 days.', document)).toBe(true)
  expect(isVerbatim('Send it back … pay the postage.', document)).toBe(true)
  expect(isVerbatim('Send it back within 30 days.', document)).toBe(false)
  expect(isVerbatim('', document)).toBe(false)
})
test('a phrase is found regardless of case and diacritics, and only as whole words', () => {
  expect(holdsWords('| Vlnka XL | 26,90 € |', ['xl 26,90 €'])).toBe(true)
  expect(holdsWords('Run the commands.', ['run the command'])).toBe(false)
})
test('the area under the curve is the share of correctly ordered pairs', () => {
  expect(areaUnderCurve([0.9, 0.5], [0.1, 0.5])).toBe(0.875)
  expect(areaUnderCurve([], [0.1])).toBe(0)
})
