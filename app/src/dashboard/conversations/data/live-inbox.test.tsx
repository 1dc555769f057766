// @vitest-environment jsdom
import {
  type Conversation,
  contactChanged,
  contactErased,
  conversationDeleted,
  conversationHidden,
  type InboxRow,
  tagMerged,
} from '@ozvi/contract'
import { screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#platform/calls/query-client.ts'
import { eva, greenBean } from '../../../../test/fixtures.ts'
import { conversationId, rowOf } from '../../../../test/inbox-rows.ts'
import { inboxServer } from '../../../../test/inbox-server.ts'
import { mockLayout } from '../../../../test/layout.ts'
import { showPage } from '../../../../test/render.tsx'
import { ConversationRow } from '../list/conversation-row.tsx'
import type { ListParams } from '../list/list-params.ts'
import { useConversationsOf } from './data.ts'
import { conversationsIn, entriesOf, useConversations } from './lists.ts'
import { LiveInbox } from './live-inbox.ts'
import { useMarkSeen } from './mark-seen.ts'
import { guessRow } from './row-changes.ts'
import { rowsIn } from './rows.ts'

beforeEach(() => mockLayout())
const all: ListParams = { view: 'all', filter: {} }
const mine: ListParams = { view: 'mine', filter: {} }
const changed = (number: number, changes: Partial<InboxRow> = {}): Conversation => {
  const { seen_seq: _, ...conversation } = rowOf(number, { version: 2, ...changes })
  return conversation
}
/** Numbers of the cached list's conversations, in order. */
const listed = (listParams: ListParams = all) => {
  const data = queryClient.getQueryData(conversationsIn(greenBean.id, listParams).queryKey)
  return data && entriesOf(data).map(({ id }) => Number(id.slice(-12)))
}
const row = (number: number) => rowsIn(queryClient).get(conversationId(number))

let rendered: string[]
function List() {
  const { data } = useConversations(greenBean.id, all)
  useConversations(greenBean.id, mine)
  return (
    <>
      <LiveInbox integration_id={greenBean.id} />
      {data &&
        entriesOf(data).map(({ id }) => (
          <Profiler key={id} id={String(Number(id.slice(-12)))} onRender={(of) => rendered.push(of)}>
            <ConversationRow
              integration_id={greenBean.id}
              id={id}
              to={`/${id}`}
              isSelected={false}
              isTicked={false}
              isTicking={false}
              onToggle={undefined}
              isGone={false}
            />
          </Profiler>
        ))}
    </>
  )
}
async function showList(rows: InboxRow[]) {
  const server = inboxServer({ rows })
  const list = `GET /api/integration/${greenBean.id}/conversation`
  const answer = server.answers[list]
  // Only the list of all has these rows.
  server.answers[list] = (body) =>
    server.sent.at(-1)?.url.includes('view=mine') ? { items: [], next: null } : answer?.(body)
  rendered = []
  showPage(List, { path: '/en/app', at: '/en/app' })
  await screen.findByText(`Peter ${rows[0]?.number}`)
  await waitFor(() => expect(server.subscriptions.length).toBeGreaterThan(0))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  rendered.length = 0
  return server
}

test('an event about one conversation renders one row', async () => {
  const server = await showList([rowOf(3), rowOf(2), rowOf(1)])
  await server.emitChange(changed(2, { last_message_preview: 'Only this one' }))
  expect(await screen.findByText(/Only this one/)).toBeDefined()
  expect(new Set(rendered)).toEqual(new Set(['2']))
})
test('REL-04 old rows and events make new rows: in every list, in the order of time, an older version changes nothing', async () => {
  const server = await showList([rowOf(3), rowOf(2), rowOf(1)])
  await server.emitChange(changed(1, { last_message_at: rowOf(9).last_message_at, version: 3 }))
  expect(listed()).toEqual([1, 3, 2])
  await server.emitChange(changed(1, { status: 'resolved' }))
  expect(listed()).toEqual([1, 3, 2])
  await server.emitChange(changed(5))
  expect(listed()).toEqual([1, 5, 3, 2])
  await server.emitChange(changed(3, { assignee_id: eva.id }))
  expect([listed(), listed(mine)]).toEqual([[1, 5, 3, 2], [3]])
  await server.emit(contactChanged.name, { ...rowOf(3).contact, name: 'Ján Malý' })
  expect(row(3)?.contact.name).toBe('Ján Malý')
  await server.emitChange(changed(2, { status: 'resolved' }))
  expect(listed()).toEqual([1, 5, 3])
  const { integration_id } = rowOf(3)
  await server.emit(conversationDeleted.name, { integration_id, conversation_id: conversationId(5) })
  expect([listed(), row(5)]).toEqual([[1, 3], undefined])
  await server.emitChange(changed(5, { version: 9 }))
  expect(listed()).toEqual([1, 3])
  await server.emit(conversationHidden.name, {
    integration_id,
    conversation_id: conversationId(3),
    version: 4,
  })
  await server.emitChange(changed(3, { version: 4 }))
  expect([listed(), row(3)]).toEqual([[1], undefined])
  await server.emitChange(changed(3, { version: 5 }))
  expect(listed()).toEqual([1, 3])
  await server.emit(contactErased.name, { integration_id, contact_id: rowOf(1).contact.id })
  expect(listed()).not.toContain(1)
})
test('a hidden conversation returns unchanged when the member may see it again', async () => {
  const server = await showList([rowOf(2), rowOf(1)])
  const hidden = { integration_id: greenBean.id, conversation_id: conversationId(2), version: 1 }
  await server.emit(conversationHidden.name, hidden)
  expect([listed(), row(2)]).toEqual([[1], undefined])
  await server.goLive()
  expect(await screen.findByText('Peter 2')).toBeDefined()
  expect(listed()).toEqual([2, 1])
})
test('a merged tag is replaced in every row', async () => {
  const [id, into_id] = [crypto.randomUUID(), crypto.randomUUID()]
  const server = await showList([rowOf(2, { tag_ids: [id] }), rowOf(1)])
  await server.emit(tagMerged.name, { integration_id: greenBean.id, id, into_id })
  expect([row(2)?.tag_ids, row(1)?.tag_ids]).toEqual([[into_id], []])
})
test('an optimistic change moves a row between lists, and is reverted regardless of events in between', async () => {
  const server = await showList([rowOf(2), rowOf(1)])
  const { id: user_id } = eva
  const undo = guessRow(queryClient, rowOf(1), { assignee_id: user_id })
  expect([listed(), listed(mine)]).toEqual([[2, 1], [1]])
  await server.emitChange(changed(1, { priority: 'high' }))
  expect([row(1)?.priority, row(1)?.assignee_id, listed(mine)]).toEqual(['high', user_id, [1]])
  undo()
  expect([row(1)?.assignee_id, listed(mine)]).toEqual([null, []])
})
test('conversations that no list shows aren’t kept', async () => {
  const server = await showList([rowOf(1)])
  await server.emitChange(changed(7, { status: 'spam' }))
  expect(
    rowsIn(queryClient)
      .all()
      .map(({ number }) => number),
  ).toEqual([1])
})
test('the conversations of a contact show changes that were missed, and keep what the member has read', async () => {
  const { contact } = rowOf(1)
  rowsIn(queryClient).put([rowOf(1, { seen_seq: 1 }), rowOf(2, { contact })])
  inboxServer({ rows: [rowOf(2, { contact, status: 'resolved', version: 2 }), rowOf(1)] })
  function OfContact() {
    const { rows } = useConversationsOf(greenBean.id, contact.id)
    return <p>{rows.map(({ number, status, seen_seq }) => `${number} ${status} ${seen_seq}`).join(', ')}</p>
  }
  showPage(OfContact, { path: '/en/app', at: '/en/app' })
  expect(await screen.findByText('2 resolved 0, 1 open 1')).toBeDefined()
})
test('a conversation that was left stays read when an older response arrives before it is marked', async () => {
  rowsIn(queryClient).put([rowOf(1)])
  const server = inboxServer({ rows: [rowOf(1)] })
  const { promise, resolve } = Promise.withResolvers<null>()
  const seen = `POST ${server.path(1, '/seen')}`
  server.answers[seen] = () => promise
  function Opened() {
    useMarkSeen(greenBean.id, rowOf(1))
    return null
  }
  const { unmount } = showPage(Opened, { path: '/en/app', at: '/en/app' })
  await waitFor(() => expect(server.calls(seen)).toHaveLength(1))
  unmount()
  rowsIn(queryClient).put([rowOf(1)])
  expect(row(1)?.seen_seq).toBe(0)
  resolve(null)
  await waitFor(() => expect(row(1)?.seen_seq).toBe(1))
})
