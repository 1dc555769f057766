import type { VisitorConversation, VisitorMessage } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { messageListItems, unreadCount } from './message-list-items.ts'
import type { Outgoing } from '../composer/outbox.ts'

const message = (seq: number, more: Partial<VisitorMessage> = {}): VisitorMessage => ({
  id: `m${seq}`,
  conversation_id: 'c1',
  seq,
  prev: seq - 1,
  author: 'contact',
  author_name: null,
  author_avatar: null,
  kind: 'text',
  body: 'Hello',
  attachments: [],
  citations: [],
  details: {},
  change: null,
  sent_at: '2026-11-20T10:00:00.000Z',
  ...more,
})
const outgoing = (id: string): Outgoing => ({
  id,
  conversation_id: 'c1',
  contact_id: 'v1',
  body: 'Hello',
  locale: 'en',
  queued_at: '2026-11-20T10:05:00.000Z',
  is_failed: false,
  state: 'waiting',
})

test('an acknowledged message keeps its position and key', () => {
  const before = messageListItems([message(1)], [outgoing('m2'), outgoing('m3')])
  const after = messageListItems([message(1), message(2)], [outgoing('m2'), outgoing('m3')])
  expect(before.map(({ key }) => key)).toEqual(after.map(({ key }) => key))
  expect(after.map(({ type }) => type)).toEqual(['day', 'message', 'message', 'outgoing'])
})
test('messages are grouped by author, and a day starts a new group', () => {
  const rows = messageListItems(
    [
      message(1),
      message(2),
      message(3, { author: 'assistant', kind: 'answer' }),
      message(4, { author: 'member', author_name: 'Eva' }),
      message(5, { author: 'member', author_name: 'Ján' }),
      message(6, { author: 'member', author_name: 'Ján', sent_at: '2026-11-22T10:00:00.000Z' }),
    ],
    [],
  )
  const groups = rows.map((row) => (row.type === 'message' ? [row.is_first, row.is_last] : row.type))
  expect(groups).toEqual([
    'day',
    [true, false],
    [false, true],
    [true, true],
    [true, true],
    [true, true],
    'day',
    [true, true],
  ])
})
test('own messages and events are never unread', () => {
  // Only these two fields matter here.
  const row = { last_seq: 5, seen_seq: 1 } as VisitorConversation
  const thread = {
    messages: [
      message(1, { author: 'member' }),
      message(2),
      message(3, { author: 'assistant', kind: 'answer' }),
      message(4, { author: 'system', kind: 'hand_over' }),
      message(5, { author: 'member' }),
    ],
    is_loaded: true,
    is_reading: false,
    has_older: false,
    is_stuck: false,
    progress: null,
  }
  expect(unreadCount(row, thread)).toBe(2)
  expect(unreadCount(row, undefined)).toBe(1)
  expect(unreadCount({ ...row, seen_seq: 5 }, thread)).toBe(0)
})

test('merges and splits by the team have no rows, and only the last closing is shown while it applies', () => {
  const by = { author: 'member', kind: 'event' } as const
  const closed = { ...by, details: { event: 'status_changed', status: 'resolved' } } as const
  const opened = { ...by, details: { event: 'status_changed', status: 'open' } } as const
  const keys = (messages: VisitorMessage[]) =>
    messageListItems(messages, []).flatMap((row) => (row.type === 'message' ? row.key : []))
  expect(
    keys([
      message(1),
      message(2, { ...by, details: { event: 'merged' } }),
      message(3, { ...by, details: { event: 'split_off' } }),
      message(4, closed),
      message(5, opened),
      message(6, closed),
      message(7),
      message(8, closed),
      message(9, opened),
    ]),
  ).toEqual(['m1', 'm6', 'm7'])
})
test('a change is shown at its message without a row of its own, and deleted messages count as read', () => {
  const change = { version: 1, is_edited: false, is_deleted: true, at: '2026-11-20T10:00:00.000Z' }
  const messages = [
    message(1),
    message(2, { author: 'member', body: '', change }),
    message(3, { author: 'member', kind: 'event', details: { event: 'message_deleted', target_id: 'm2' } }),
  ]
  expect(messageListItems(messages, []).flatMap((row) => (row.type === 'message' ? row.key : []))).toEqual([
    'm1',
    'm2',
  ])
  const thread = {
    messages,
    is_loaded: true,
    is_reading: false,
    has_older: false,
    is_stuck: false,
    progress: null,
  }
  expect(unreadCount({ last_seq: 3, seen_seq: 1 } as VisitorConversation, thread)).toBe(0)
})
