import {
  applyMessagesDelivered,
  applyMessagesSeen,
  type Delivered,
  getConversation,
  type InboxRow,
  markVisitorDelivered,
  markVisitorSeen,
  messagesDelivered,
  messagesSeen,
  type Seen,
  sendMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { duringTransaction, hasOverlap } from '../../../../test/during-transaction.ts'
import { testServer } from '../../../../test/server.ts'
import { markRead } from './read-store.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('REL-04 delivered and seen positions are emitted live and never decrease', async () => {
  const { browser, visitor, integration_id, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const sendText = (body: string) => browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body })
  const first = await sendText('One moment')
  const last = await sendText('It is here')
  const previous = await browser.call(getConversation, key)
  expect(previous.visitor_delivered_seq).toBeLessThan(first.seq)
  const events = server.watch(messagesDelivered.channel(key))
  const deliver = (seq: number) => visitor.browser.call(markVisitorDelivered, { conversation_id, seq })
  await deliver(first.seq)
  // First beyond the last `seq`, then below it.
  await deliver(last.seq + 100)
  await deliver(first.seq)
  const received = await browser.call(getConversation, key)
  expect(received).toMatchObject({
    visitor_delivered_seq: last.seq,
    visitor_seen_seq: previous.visitor_seen_seq,
  })
  await visitor.browser.call(markVisitorSeen, { conversation_id, seq: last.seq })
  const marks = events.filter(({ event }) => event === messagesDelivered.name || event === messagesSeen.name)
  expect(marks).toHaveLength(3)
  const [notified] = marks.reduce<InboxRow[]>(
    (rows, { event, data }) =>
      event === messagesSeen.name
        ? applyMessagesSeen(rows, data as Seen)
        : applyMessagesDelivered(rows, data as Delivered),
    [previous],
  )
  expect(notified).toEqual(await browser.call(getConversation, key))
})

test('a seen message is also delivered', async () => {
  const { browser, visitor, integration_id, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const { seq } = await browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'Hello' })
  await visitor.browser.call(markVisitorSeen, { conversation_id, seq })
  const row = await browser.call(getConversation, key)
  expect(row).toMatchObject({ visitor_seen_seq: seq, visitor_delivered_seq: seq })
})

test('404: another visitor’s receipts can’t be changed', async () => {
  const { integration, conversation_id } = await server.seed.conversation()
  const otherUser = await server.seed.visitor(integration.public_key)
  await expect(
    otherUser.browser.call(markVisitorDelivered, { conversation_id, seq: 1 }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test.skipIf(!hasOverlap)(
  'REL-33 a conversation that is deleted in the meantime isn’t marked as read',
  async () => {
    const { user, integration_id, conversation_id } = await server.seed.conversation()
    const marking = duringTransaction(
      server.ctx,
      (tx) => tx.deleteFrom('conversation').where('id', '=', conversation_id).execute(),
      () => server.ctx.transaction((tx) => markRead(tx, { integration_id, conversation_id }, user.id, 1)),
    )
    expect(await marking).toBe(false)
  },
)
