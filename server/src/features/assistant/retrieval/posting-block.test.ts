import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_PASSAGES, changeEntries, choosePassages, locate } from './posting-block.ts'

const none = new Uint8Array()

test('adding to a block and removing again leaves it empty', () => {
  const position = fc.integer({ min: 0, max: BLOCK_PASSAGES - 1 })
  fc.assert(
    fc.property(fc.uniqueArray(position), fc.uniqueArray(position), (first, second) => {
      const saved = changeEntries(none, new Map(first.map((at) => [at, 0.5])))
      const both = changeEntries(saved, new Map(second.map((at) => [at, 0.9])))
      expect(both.length).toBe(3 * new Set([...first, ...second]).size)
      expect(changeEntries(both, new Map([...first, ...second].map((at) => [at, null])))).toHaveLength(0)
    }),
  )
})
test('passages are ranked by all their words, regardless of their block', () => {
  const posting = (term_id: number, ids: [id: number, weight: number][]) =>
    ids.map(([id, weight]) => {
      const { block, place: position } = locate(id)
      return { term_id, block, entries: changeEntries(none, new Map([[position, weight]])) }
    })
  const far = 5 * BLOCK_PASSAGES + 7
  const postings = [
    ...posting(1, [
      [3, 0.5],
      [far, 0.9],
    ]),
    ...posting(2, [
      [3, 0.9],
      [9, 0.4],
    ]),
  ]
  const values = new Map([
    [1, 2],
    [2, 1],
  ])
  expect(choosePassages(postings, values, 'sum', 2)).toEqual([3, far])
  expect(choosePassages(postings, values, 'sum', 9)).toEqual([3, far, 9])
})
