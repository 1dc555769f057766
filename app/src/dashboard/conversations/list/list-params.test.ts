import { type InboxView, inboxViews } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { eva } from '../../../../test/fixtures.ts'
import { rowOf } from '../../../../test/inbox-rows.ts'
import { matchesList, parseListParams, toSearchParams } from './list-params.ts'

test('every view matches the same conversations as the server’s', () => {
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
test('a URL converts to a request and back, and invalid parameters are ignored', () => {
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
  expect(toSearchParams({ view: 'all', filter: {} })).toBe('')
})
