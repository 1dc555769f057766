import { type InboxView, inboxViews } from '@ozvi/contract'

import { expect, test } from 'vitest'
import { eva } from '../../../../test/fixtures.ts'
import { rowOf } from '../../../../test/inbox-rows.ts'
import { applyChange, mapRows, upsertRow, type RowPages, rowsOf } from './rows.ts'
import { matchesList, parseListParams, type ListParams, toSearchParams } from './list-params.ts'

const pages = (...items: number[][]): RowPages => ({
  pages: items.map((numbers, at) => ({
    items: numbers.map((number) => rowOf(number)),
    next: at < items.length - 1 ? 'more' : null,
  })),
  pageParams: items.map(() => null),
})
const all: ListParams = { view: 'all', filter: {} }
const numbers = (data: RowPages) => data.pages.map(({ items }) => items.map(({ number }) => number))

test('a row moves across pages, and none is doubled or lost', () => {
  const data = pages([9, 8], [7, 6])
  const moved = upsertRow(data, all, { ...rowOf(6), last_message_at: rowOf(10).last_message_at }, eva.id)
  expect(numbers(moved)).toEqual([
    [6, 9],
    [8, 7],
  ])
  expect(numbers(upsertRow(data, all, rowOf(7, { status: 'spam' }), eva.id))).toEqual([[9, 8], [6]])
  const doubled = pages([9, 8], [8, 7])
  expect(rowsOf(doubled).map(({ number }) => number)).toEqual([9, 8, 7])
})
test('a row older than all that has been read waits for its page', () => {
  const data: RowPages = { pages: [{ items: [rowOf(9), rowOf(8)], next: 'more' }], pageParams: [null] }
  expect(numbers(upsertRow(data, all, rowOf(3), eva.id))).toEqual([[9, 8]])
  expect(numbers(upsertRow(pages([9, 8]), all, rowOf(3), eva.id))).toEqual([[9, 8, 3]])
})
test('a heard change keeps how much this member has read, wherever that is known', () => {
  const { seen_seq: _, ...changed } = rowOf(5, { version: 2, last_seq: 4 })
  const data = applyChange(pages([9]), all, changed, eva.id, rowOf(5, { seen_seq: 3 }))
  expect(rowsOf(data).find(({ number }) => number === 5)?.seen_seq).toBe(3)
  const held = mapRows(pages([5]), (row) => ({ ...row, seen_seq: 4, version: 3 }))
  expect(applyChange(held, all, changed, eva.id, undefined)).toBe(held)
})
test('every view holds what the server would list in it', () => {
  const rows = [
    rowOf(1),
    rowOf(2, { assignee_id: eva.id, status: 'waiting' }),
    rowOf(3, { handler: 'assistant' }),
    rowOf(4, { status: 'snoozed', mentioned_ids: [eva.id] }),
    rowOf(5, { status: 'resolved', mentioned_ids: [eva.id] }),
    rowOf(6, { status: 'spam' }),
    rowOf(7, { assignee_id: eva.id, due_at: '2026-01-01T00:00:00.000Z' }),
  ]
  const shown = (view: InboxView) =>
    rows.filter((row) => matchesList({ view, filter: {} }, row, eva.id)).map(({ number }) => number)
  expect(Object.fromEntries(inboxViews.map((view) => [view, shown(view)]))).toEqual({
    all: [1, 2, 7],
    mine: [2, 7],
    unassigned: [1],
    mentioned: [4],
    overdue: [7],
    automated: [3],
    waiting: [2],
    snoozed: [4],
    resolved: [5],
    spam: [6],
  })
})
test('an address and what it asks for are two forms of one thing, and nonsense in it is left out', () => {
  const address = `?view=mine&status=open,waiting&assignee=none,${eva.id}&waiting_min=30&created_from=2026-11-01`
  const listParams = parseListParams(new URLSearchParams(address))
  expect(listParams).toEqual({
    view: 'mine',
    filter: {
      status: ['open', 'waiting'],
      assignee: ['none', eva.id],
      waiting_min: 30,
      created_from: '2026-11-01',
    },
  })
  expect(toSearchParams(listParams)).toBe(address)
  expect(parseListParams(new URLSearchParams('?view=other&status=lost&locale=sk&x=1'))).toEqual({
    view: 'all',
    filter: { locale: ['sk'] },
  })
  expect(toSearchParams(all)).toBe('')
})
