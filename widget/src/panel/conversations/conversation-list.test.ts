import type { VisitorConversation } from '@ozvi/contract'
import { expect, test } from 'vitest'
import type { Call } from '../calls.ts'
import { createConversationList } from './conversation-list.ts'

// The fields of a row used by the list.
const row = (id: string) =>
  ({
    id,
    seen_seq: 0,
    team_seen_seq: 0,
    version: 1,
    last_message_at: '2026-11-22T09:00:00.000Z',
  }) as VisitorConversation

function list(server: { rows: VisitorConversation[] }) {
  const shownIds: string[][] = []
  const removedIds: string[] = []
  const conversationList = createConversationList({
    // The only call made here loads the rows.
    call: (async () => server.rows) as unknown as Call,
    onChange: (rows) => shownIds.push(rows.map(({ id }) => id)),
    onRow: () => undefined,
    onRemoved: (id) => removedIds.push(id),
  })
  return { ...conversationList, gone: removedIds, shown: () => shownIds.at(-1) }
}

test('a conversation that the team deleted disappears with its event, or when it is no longer listed', async () => {
  const server = { rows: [row('a'), row('b'), row('c')] }
  const conversationList = list(server)
  await conversationList.refresh()
  expect(conversationList.shown()?.toSorted()).toEqual(['a', 'b', 'c'])
  conversationList.remove('b')
  expect(conversationList.shown()?.toSorted()).toEqual(['a', 'c'])
  server.rows = [row('c')]
  await conversationList.refresh()
  expect(conversationList.shown()).toEqual(['c'])
  expect(conversationList.gone).toEqual(['b', 'a'])
})

test('a conversation that starts while the list is loading stays, and so do those beyond the list’s limit', async () => {
  const server = { rows: [row('a')] }
  const conversationList = list(server)
  await conversationList.refresh()
  const reading = conversationList.refresh()
  conversationList.applyRows([row('new')])
  await reading
  expect(conversationList.shown()?.toSorted()).toEqual(['a', 'new'])
  server.rows = Array.from({ length: 50 }, (_, n) => row(`n${n}`))
  await conversationList.refresh()
  expect(conversationList.has('a')).toBe(true)
})
