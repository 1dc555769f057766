import {
  applyConversationChanged,
  applyMessageSent,
  requestPerson,
  assignConversation,
  type Conversation,
  conversationChanged,
  getConversation,
  listConversations,
  listMessages,
  listNotifications,
  listVisitorConversations,
  markSeen,
  type Message,
  messageSent,
  sendVisitorMessage,
  setStatus,
  day_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { unsnoozeDue } from './scheduled-tasks.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

/** A team conversation snoozed for two days, fully read by the member who snoozed it. */
async function asleep() {
  const created = await server.seed.conversation()
  const { integration_id, conversation_id, browser, visitor } = created
  const key = { integration_id, conversation_id }
  await visitor.browser.call(requestPerson, { conversation_id })
  const write = (body: string, to = conversation_id) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id: to,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
    })
  const row = () => browser.call(getConversation, key)
  const snoozed_until = new Date(Date.now() + 2 * day_ms).toISOString()
  await browser.call(setStatus, { ...key, status: 'snoozed', snoozed_until })
  await browser.call(markSeen, { ...key, seq: (await row()).last_seq })
  return {
    ...created,
    key,
    row,
    write,
    messages: () => browser.call(listMessages, key),
    all: async () => (await browser.call(listConversations, { integration_id, view: 'all' })).items,
  }
}
const eventsOf = (messages: Message[]) => messages.flatMap(({ details }) => details.event ?? [])

test('REL-04 old state + events = new state: an expired snooze adds an event and returns unread to the top', async () => {
  const { browser, visitor, integration_id, conversation_id, key, row, messages, write, all } = await asleep()
  const newer = crypto.randomUUID()
  await write('Another matter', newer)
  await visitor.browser.call(requestPerson, { conversation_id: newer })
  expect((await all()).map(({ id }) => id)).toEqual([newer])
  const rows = [await row()]
  const thread = await messages()
  const visible = await visitor.browser.call(listVisitorConversations, {})
  const events = server.watch(messageSent.channel(key), messageSent.name)
  const changes = server.watch(conversationChanged.channel({ integration_id }), conversationChanged.name)
  await server.later(3 * day_ms, async () => {
    await unsnoozeDue(server.ctx)
    await unsnoozeDue(server.ctx)
  })
  const after = await messages()
  expect(after.at(-1)).toMatchObject({
    seq: thread.length + 1,
    author: 'system',
    details: { event: 'unsnoozed' },
  })
  expect(after).toHaveLength(thread.length + 1)
  await server.eventually(() => (events.length > 0 && changes.length > 0 ? true : undefined))
  expect(events.map(({ data }) => data as Message).reduce(applyMessageSent<Message>, thread)).toEqual(after)
  const woken = await row()
  expect(changes.map(({ data }) => data as Conversation).reduce(applyConversationChanged, rows)).toEqual([
    woken,
  ])
  expect(woken).toMatchObject({ status: 'open', snoozed_until: null, unsnoozed_seq: woken.last_seq })
  expect(woken.seen_seq).toBeLessThan(woken.last_seq)
  expect((await all()).map(({ id }) => id)).toEqual([conversation_id, newer])
  // The customer saw no change.
  expect(await visitor.browser.call(listVisitorConversations, {})).toEqual(
    visible.map((each) =>
      each.id === conversation_id ? { ...each, status: 'open', version: woken.version } : each,
    ),
  )
  await browser.call(markSeen, { ...key, seq: woken.last_seq })
  expect(await row()).toMatchObject({ seen_seq: woken.last_seq })
})

test('an unsnoozed, unassigned conversation notifies the members who get notifications of unassigned ones', async () => {
  const wakeAs = async (assign: boolean) => {
    const created = await asleep()
    const { browser, integration_id, key, user } = created
    if (assign) await browser.call(assignConversation, { ...key, assignee_id: user.id })
    await server.later(3 * day_ms, () => unsnoozeDue(server.ctx))
    const notices = await browser.call(listNotifications, { integration_id })
    return notices.filter(({ kind, is_read }) => kind === 'unassigned' && !is_read)
  }
  expect(await wakeAs(false)).toHaveLength(1)
  expect(await wakeAs(true)).toHaveLength(0)
})

test('a customer’s message ends the snooze, and the thread has an event with the reason', async () => {
  const { row, write, messages } = await asleep()
  const { seq } = await write('Are you there?')
  const after = await messages()
  expect(eventsOf(after).filter((event) => event.startsWith('unsnoozed'))).toEqual(['unsnoozed_by_customer'])
  expect(after.map((message) => message.seq)).toEqual(after.map((_, index) => index + 1))
  expect(await row()).toMatchObject({ status: 'open', snoozed_until: null, unsnoozed_seq: seq })
  await write('Hello?')
  expect(eventsOf(await messages()).filter((event) => event.startsWith('unsnoozed'))).toHaveLength(1)
  // Nothing is left to unsnooze.
  await server.later(3 * day_ms, () => unsnoozeDue(server.ctx))
  expect(eventsOf(await messages())).not.toContain('unsnoozed')
})
