import { expect, test } from 'vitest'
import { rowOf } from '../../../../test/inbox-rows.ts'
import { entriesOf, type ListData, placed } from './lists.ts'

const entryOf = (number: number) => {
  const { id, last_message_at } = rowOf(number)
  return { id, last_message_at }
}
const pages = (...items: number[][]): ListData => ({
  pages: items.map((numbers, index) => ({
    items: numbers.map(entryOf),
    next: index < items.length - 1 ? 'more' : null,
  })),
  pageParams: items.map(() => null),
})
const numberOf = ({ id }: { id: string }) => Number(id.slice(-12))
const numbers = (data: ListData) => data.pages.map(({ items }) => items.map(numberOf))

test('an entry that moves across pages is neither duplicated nor lost', () => {
  const data = pages([9, 8], [7, 6])
  const { id } = entryOf(6)
  expect(numbers(placed(data, id, { id, last_message_at: entryOf(10).last_message_at }))).toEqual([
    [6, 9],
    [8, 7],
  ])
  expect(numbers(placed(data, entryOf(7).id, undefined))).toEqual([[9, 8], [6]])
  expect(placed(data, id, entryOf(6))).toBe(data)
  expect(placed(data, entryOf(1).id, undefined)).toBe(data)
  expect(entriesOf(pages([9, 8], [8, 7])).map(numberOf)).toEqual([9, 8, 7])
})
test('an entry older than every loaded one waits for its page', () => {
  const data: ListData = { pages: [{ items: [entryOf(9), entryOf(8)], next: 'more' }], pageParams: [null] }
  expect(placed(data, entryOf(3).id, entryOf(3))).toEqual(data)
  expect(numbers(placed(pages([9, 8]), entryOf(3).id, entryOf(3)))).toEqual([[9, 8, 3]])
})
test('the last loaded entry stays when it gets a newer message, because the next page begins after it', () => {
  const data: ListData = { pages: [{ items: [entryOf(9), entryOf(3)], next: 'more' }], pageParams: [null] }
  const { id } = entryOf(3)
  expect(numbers(placed(data, id, { id, last_message_at: entryOf(5).last_message_at }))).toEqual([[9, 3]])
})
