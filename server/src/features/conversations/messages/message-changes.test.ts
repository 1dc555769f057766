import {
  applyMessageChanged,
  applyMessageSent,
  deleteMessage,
  editMessage,
  getConversation,
  listMessages,
  listMessageVersions,
  listVisitorConversations,
  listVisitorMessages,
  type Message,
  messageSent,
  restoreMessage,
  searchConversations,
  sendMessage,
  sendVisitorMessage,
  type VisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const draft = (body: string) => ({ id: crypto.randomUUID(), body })
/** A conversation with a reply that says `body`. */
async function replied(body: string) {
  const created = await server.seed.conversation()
  const key = { integration_id: created.integration_id, conversation_id: created.conversation_id }
  const sent = await created.browser.call(sendMessage, { ...key, ...draft(body) })
  return { ...created, key, sent, at: { ...key, message_id: sent.id } }
}
type EmittedEvents = { event: string; data: unknown }[]
/** The client's state after applying the events. */
const afterEvents = <M extends Message | VisitorMessage>(previous: M[], events: EmittedEvents): M[] =>
  events.reduce((list, { event, data }) => {
    // The channel's message events.
    if (event === 'MessageSent') return applyMessageSent(list, data as M)
    return event === 'MessageChanged' ? applyMessageChanged(list, data as M) : list
  }, previous)

test('REL-04 old state + events = new state: an edited or deleted reply changes immediately for team and customer', async () => {
  const { browser, visitor, key, sent, at } = await replied('The parcel comes on Mondey')
  const team = server.watch(messageSent.channel(key))
  const theirs = server.watch(`private-visitor.${visitor.contact_id}`)
  const previous = await browser.call(listMessages, key)
  const read = await visitor.browser.call(listVisitorMessages, key)

  const edited = await browser.call(editMessage, { ...at, body: 'The parcel comes on Monday' })
  expect(edited).toMatchObject({ seq: sent.seq, change: { version: 1, is_edited: true, is_deleted: false } })
  expect(await browser.call(getConversation, key)).toMatchObject({
    last_message_preview: 'The parcel comes on Monday',
  })
  await browser.call(deleteMessage, at)
  const now = await visitor.browser.call(listVisitorMessages, key)
  expect(now[1]).toMatchObject({ body: '', change: { version: 2, is_edited: true, is_deleted: true } })
  expect(JSON.stringify([now, theirs])).not.toContain('by_name')

  expect(afterEvents(previous, team)).toEqual(await browser.call(listMessages, key))
  expect(afterEvents(read, theirs)).toEqual(now)
  const [row] = await visitor.browser.call(listVisitorConversations, {})
  expect(row?.last_message_preview).toBe(read[0]?.body)
})

test('REL-03 a client that was away gets new messages together with earlier changes', async () => {
  const { browser, visitor, key, sent, at } = await replied('Ten euros')
  const current = await visitor.browser.call(listVisitorMessages, key)
  const messages = await browser.call(listMessages, key)
  await browser.call(editMessage, { ...at, body: 'Twelve euros' })
  await browser.call(sendMessage, { ...key, ...draft('Sorry') })
  await browser.call(editMessage, { ...at, body: 'Eleven euros' })
  const missed = await visitor.browser.call(listVisitorMessages, { ...key, after_seq: sent.seq })
  expect(missed[0]).toMatchObject({ seq: sent.seq, body: 'Eleven euros' })
  expect(missed.reduce(applyMessageSent<VisitorMessage>, current)).toEqual(
    await visitor.browser.call(listVisitorMessages, key),
  )
  const changed = await browser.call(listMessages, { ...key, after_seq: sent.seq })
  expect(changed.reduce(applyMessageSent<Message>, messages)).toEqual(await browser.call(listMessages, key))
})

test('earlier text is kept for the author and admins; deleted text isn’t found, restored text is', async () => {
  const { browser, integration_id, key, at } = await replied('The password is zebra')
  const find = async () =>
    (await browser.call(searchConversations, { integration_id, search: 'zebra' })).items.length
  expect(await find()).toBe(1)
  await browser.call(editMessage, { ...at, body: 'The secret is zebra' })
  await browser.call(deleteMessage, at)
  expect(await find()).toBe(0)
  expect(JSON.stringify(await browser.call(listMessages, key))).not.toContain('zebra')
  expect(await browser.call(listMessageVersions, at)).toMatchObject([
    { version: 1, action: 'edited', body: 'The password is zebra' },
    { version: 2, action: 'deleted', body: 'The secret is zebra' },
  ])
  const restored = await browser.call(restoreMessage, at)
  expect(restored).toMatchObject({ body: 'The secret is zebra', change: { version: 3, is_deleted: false } })
  expect(await find()).toBe(1)
  const lines = (await browser.call(listMessages, key)).flatMap(({ details }) => details.event ?? [])
  expect(lines).toEqual(['message_edited', 'message_deleted', 'message_restored'])
})

test('403: an agent can change only their own message, an admin also a teammate’s', async () => {
  const { browser, integration_id, key, at } = await replied('Mine')
  const agent = await server.seed.member(integration_id, 'agent')
  const admin = await server.seed.member(integration_id, 'admin')
  for (const attempt of [
    () => agent.browser.call(editMessage, { ...at, body: 'Yours' }),
    () => agent.browser.call(deleteMessage, at),
    () => agent.browser.call(restoreMessage, at),
    () => agent.browser.call(listMessageVersions, at),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
  const own = await agent.browser.call(sendMessage, { ...key, ...draft('Own'), kind: 'note' })
  await agent.browser.call(editMessage, { ...key, message_id: own.id, body: 'My own' })
  expect((await admin.browser.call(deleteMessage, at)).change).toMatchObject({ by_name: 'admin person' })
  expect(await browser.call(listMessageVersions, at)).toHaveLength(1)
})

test('422: a deleted message can’t be edited or a message without files emptied; repeating a change does nothing', async () => {
  const { browser, at } = await replied('Hello')
  await expect(browser.call(editMessage, { ...at, body: ' ' })).rejects.toMatchObject({
    errors: { body: [expect.any(String)] },
  })
  expect((await browser.call(editMessage, { ...at, body: 'Hello' })).change).toBeNull()
  const deleted = await browser.call(deleteMessage, at)
  expect(await browser.call(deleteMessage, at)).toEqual(deleted)
  await expect(browser.call(editMessage, { ...at, body: 'Hi' })).rejects.toMatchObject({
    errors: { body: ['This message was deleted. Restore it first.'] },
  })
})

test('404: a customer’s message and one of another workspace or conversation can’t be changed', async () => {
  const { browser, visitor, key, at } = await replied('Hello')
  const otherUser = await replied('Elsewhere')
  const theirs = await visitor.browser.call(sendVisitorMessage, { ...key, locale: 'en', ...draft('Hi') })
  for (const position of [
    { ...key, message_id: theirs.id },
    { ...key, message_id: otherUser.sent.id },
    { ...at, conversation_id: otherUser.key.conversation_id },
  ])
    await expect(browser.call(deleteMessage, position)).rejects.toMatchObject({ code: 'not_found' })
  await expect(otherUser.browser.call(deleteMessage, at)).rejects.toMatchObject({ code: 'not_found' })
})
