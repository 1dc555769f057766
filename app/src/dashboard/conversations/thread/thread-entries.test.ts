import type { MessageDetails } from '@ozvi/contract'
import { expect, test } from 'vitest'
import { eva } from '../../../../test/fixtures.ts'
import { jana, messageOf } from '../../../../test/inbox-rows.ts'
import { threadEntries } from './thread-entries.ts'

const by = (person: typeof jana) =>
  ({ author: 'member', author_id: person.id, author_name: person.name, kind: 'event', body: '' }) as const
const second = (seq: number) => `2026-11-20T10:00:${String(seq).padStart(2, '0')}.000Z`
/** A thread that starts with a message, followed by events of one person or of several. */
const thread = (...events: [MessageDetails, typeof jana?][]) => [
  messageOf(1, 1, { sent_at: second(1), prev: 0 }),
  ...events.map(([details, person = jana], index) =>
    messageOf(1, index + 2, { ...by(person), details, sent_at: second(index + 2), prev: index + 1 }),
  ),
]
const shown = (messages: ReturnType<typeof thread>) =>
  threadEntries(messages, { seen_seq: 99, user_id: eva.id }).flatMap((entry) =>
    entry.kind === 'events' ? [entry.messages.map(({ seq }) => seq)] : [],
  )

test.each<[string, MessageDetails, MessageDetails]>([
  [
    'resolving',
    { event: 'status_changed', status: 'resolved' },
    { event: 'status_changed', status: 'waiting' },
  ],
  [
    'a tag',
    { event: 'tags_changed', tags_added: ['returns'] },
    { event: 'tags_changed', tags_removed: ['returns'] },
  ],
  [
    'a priority',
    { event: 'priority_changed', priority: 'high' },
    { event: 'priority_changed', priority: 'none' },
  ],
  ['an assignee', { event: 'assigned', assignee_name: 'Eva' }, { event: 'assigned', assignee_name: null }],
  ['taking over', { event: 'taken_over' }, { event: 'handed_back' }],
])('a change that is undone is hidden from the thread together with its undo: %s', (_, change, undo) => {
  expect(shown(thread([change], [undo]))).toEqual([])
  // Someone else's change is a decision of its own.
  expect(shown(thread([change], [undo, eva as typeof jana]))).toEqual([[2], [3]])
  // An undo of an undo is a change again.
  expect(shown(thread([change], [undo], [change]))).toEqual([[4]])
})

test('a change to a new value isn’t hidden, and neither is one made later or after another event', () => {
  const high: MessageDetails = { event: 'priority_changed', priority: 'high' }
  const low: MessageDetails = { event: 'priority_changed', priority: 'low' }
  expect(shown(thread([low], [high], [{ event: 'priority_changed', priority: 'none' }]))).toEqual([[2, 3, 4]])
  expect(shown(thread([low], [high], [low]))).toEqual([[2]])
  const resolved: MessageDetails = { event: 'status_changed', status: 'resolved' }
  const [first, one, two] = thread([resolved], [{ event: 'status_changed', status: 'open' }])
  if (!first || !one || !two) throw new Error('three entries')
  expect(shown([first, one, { ...two, sent_at: '2026-11-20T10:06:00.000Z' }])).toEqual([[2], [3]])
  const reply = messageOf(1, 3, { sent_at: second(3), author: 'contact' })
  expect(shown([first, one, reply, { ...two, seq: 4 }])).toEqual([[2], [4]])
})

test('consecutive events of one author are grouped', () => {
  const [tagged, assigned]: MessageDetails[] = [
    { event: 'tags_changed', tags_added: ['returns'] },
    { event: 'assigned', assignee_name: 'Jana' },
  ]
  if (!tagged || !assigned) throw new Error('two events')
  expect(shown(thread([tagged], [assigned], [tagged, eva as typeof jana]))).toEqual([[2, 3], [4]])
})
