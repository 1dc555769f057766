import {
  applyScheduledChanged,
  applyScheduledRemoved,
  cancelScheduledMessage,
  changeScheduledMessage,
  getConversation,
  listMessages,
  listScheduledMessages,
  listVisitorMessages,
  messageSent,
  scheduleMessage,
  type ScheduledMessage,
  sendScheduledMessage,
  sendVisitorMessage,
  setStatus,
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { sendDue } from './scheduled.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const inHours = (hours: number) => new Date(Date.now() + hours * hour_ms).toISOString()
const draft = (body: string) => ({ id: crypto.randomUUID(), body })
async function conversation() {
  const created = await server.seed.conversation()
  return {
    ...created,
    key: { integration_id: created.integration_id, conversation_id: created.conversation_id },
  }
}

test('REL-04 old state + events = new state for scheduled replies', async () => {
  const { browser, visitor, key } = await conversation()
  const events = server.watch(messageSent.channel(key))
  const [first, second] = [draft('Tomorrow'), draft('Today')]
  await browser.call(scheduleMessage, { ...key, ...first, send_at: inHours(24) })
  await browser.call(scheduleMessage, { ...key, ...second, send_at: inHours(2) })
  const third = draft('Never')
  await browser.call(scheduleMessage, { ...key, ...third, send_at: inHours(1) })
  await browser.call(changeScheduledMessage, { ...key, message_id: second.id, body: 'Later today' })
  await browser.call(cancelScheduledMessage, { ...key, message_id: third.id })
  await visitor.browser.call(sendVisitorMessage, { ...key, locale: 'en', ...draft('One more thing') })
  const read = await browser.call(listScheduledMessages, key)
  expect(read.map(({ body, state }) => [body, state])).toEqual([
    ['Later today', 'asking'],
    ['Tomorrow', 'asking'],
  ])
  const explained = events.reduce<ScheduledMessage[]>((list, { event, data }) => {
    // The channel's events about scheduled messages.
    if (event === 'ScheduledMessageChanged') return applyScheduledChanged(list, data as ScheduledMessage)
    return event === 'ScheduledMessageRemoved'
      ? applyScheduledRemoved(list, data as { id: string; version: number })
      : list
  }, [])
  expect(explained).toEqual(read)
  expect(await browser.call(getConversation, key)).toMatchObject({ scheduled_count: 2 })
  const theirs = await visitor.browser.call(listVisitorMessages, key)
  expect(theirs.map(({ body }) => body)).not.toContain('Tomorrow')
})

test('REL-02 a reply to an offline customer is delayed by a few seconds and sent once, however often it is requested', async () => {
  const { browser, visitor, key } = await conversation()
  const once = { ...key, ...draft('Hello'), send_at: null }
  const [current] = await Promise.all([1, 2, 3].map(() => browser.call(scheduleMessage, once)))
  expect(current).toMatchObject({ message: null, scheduled: { state: 'held', body: 'Hello' } })
  const position = { ...key, id: once.id }
  await Promise.all([1, 2].map(() => sendDue(server.ctx, position)))
  expect(await browser.call(listMessages, key)).toHaveLength(1)
  await expect
    .poll(async () => (await visitor.browser.call(listVisitorMessages, key)).map(({ body }) => body), {
      timeout: 30_000,
    })
    .toContain('Hello')
  expect(await browser.call(scheduleMessage, once)).toMatchObject({
    scheduled: null,
    message: { id: once.id },
  })
  await sendDue(server.ctx, position)
  expect(await browser.call(listMessages, key)).toHaveLength(2)
  expect(await browser.call(getConversation, key)).toMatchObject({ status: 'waiting', scheduled_count: 0 })
})

test('a conversation resolved after a reply stays resolved when the reply is sent; a reopened one waits', async () => {
  const { browser, key } = await conversation()
  for (const status of ['waiting', 'resolved'] as const) {
    const current = { ...key, ...draft('Done, bye'), send_at: null }
    await browser.call(scheduleMessage, current)
    await browser.call(setStatus, { ...key, status: 'resolved' })
    if (status === 'waiting') await browser.call(setStatus, { ...key, status: 'open' })
    await server.later(hour_ms, () => sendDue(server.ctx, { ...key, id: current.id }))
    expect(await browser.call(getConversation, key)).toMatchObject({ status, scheduled_count: 0 })
  }
})

test('an undone reply stays unsent until a member sends it, and a canceled one never returns', async () => {
  const { browser, key } = await conversation()
  const sent = { ...key, ...draft('Hm'), send_at: null }
  const at = { ...key, message_id: sent.id }
  await browser.call(scheduleMessage, sent)
  expect(await browser.call(changeScheduledMessage, { ...at, send_at: null })).toMatchObject({
    state: 'undone',
  })
  await server.later(hour_ms, () => sendDue(server.ctx, { ...key, id: sent.id }))
  expect(await browser.call(listMessages, key)).toHaveLength(1)
  await browser.call(cancelScheduledMessage, at)
  expect(await browser.call(scheduleMessage, sent)).toEqual({ scheduled: null, message: null })
  await expect(browser.call(sendScheduledMessage, at)).rejects.toMatchObject({ code: 'not_found' })
  await browser.call(changeScheduledMessage, { ...at, send_at: inHours(3) })
  const message = await browser.call(sendScheduledMessage, at)
  expect(message).toMatchObject({ id: sent.id, body: 'Hm', author: 'member' })
  expect(await browser.call(listScheduledMessages, key)).toEqual([])
})

test('a scheduled reply is sent at its time in its author’s name, also after the time was changed', async () => {
  const { browser, key, user } = await conversation()
  const admin = await server.seed.member(key.integration_id, 'admin')
  const saved = { ...key, ...draft('On Monday'), send_at: inHours(1) }
  await browser.call(scheduleMessage, saved)
  await admin.browser.call(changeScheduledMessage, { ...key, message_id: saved.id, send_at: inHours(5) })
  const due = () => sendDue(server.ctx, { ...key, id: saved.id })
  await server.later(2 * hour_ms, due)
  expect(await browser.call(listMessages, key)).toHaveLength(1)
  await server.later(6 * hour_ms, due)
  expect((await browser.call(listMessages, key))[1]).toMatchObject({ id: saved.id, author_id: user.id })
})

test('a scheduled reply isn’t sent to spam, and stays until a member sends it', async () => {
  const { browser, key } = await conversation()
  const saved = { ...key, ...draft('On Monday'), send_at: inHours(1) }
  await browser.call(scheduleMessage, saved)
  await browser.call(setStatus, { ...key, status: 'spam' })
  await server.later(2 * hour_ms, () => sendDue(server.ctx, { ...key, id: saved.id }))
  expect(await browser.call(getConversation, key)).toMatchObject({ status: 'spam' })
  expect(await browser.call(listScheduledMessages, key)).toMatchObject([{ id: saved.id, state: 'undone' }])
  await browser.call(sendScheduledMessage, { ...key, message_id: saved.id })
  expect(await browser.call(listScheduledMessages, key)).toEqual([])
})

test('422 and 403: a past time, too many replies, and edits of a teammate’s text are rejected', async () => {
  const { browser, key } = await conversation()
  const agent = await server.seed.member(key.integration_id, 'agent')
  await expect(
    browser.call(scheduleMessage, { ...key, ...draft('x'), send_at: inHours(-1) }),
  ).rejects.toMatchObject({ errors: { send_at: ['Choose a time in the future.'] } })
  await expect(
    browser.call(scheduleMessage, { ...key, ...draft('x'), send_at: 'tomorrow' }),
  ).rejects.toMatchObject({ errors: { send_at: ['Enter a time such as 2026-12-24T09:30:00Z.'] } })
  const saved = draft('Mine')
  await browser.call(scheduleMessage, { ...key, ...saved, send_at: inHours(1) })
  const at = { ...key, message_id: saved.id }
  await expect(agent.browser.call(changeScheduledMessage, { ...at, body: 'Yours' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await agent.browser.call(cancelScheduledMessage, at)).toMatchObject({ body: 'Mine' })
})

test('404: another workspace’s scheduled replies aren’t found', async () => {
  const { browser, key } = await conversation()
  const otherUser = await conversation()
  const saved = draft('x')
  await browser.call(scheduleMessage, { ...key, ...saved, send_at: inHours(1) })
  const own = { ...otherUser.key, message_id: saved.id }
  const theirs = { ...own, conversation_id: key.conversation_id }
  for (const attempt of [
    () => otherUser.browser.call(listScheduledMessages, key),
    () => otherUser.browser.call(cancelScheduledMessage, own),
    () => otherUser.browser.call(cancelScheduledMessage, theirs),
    () => otherUser.browser.call(sendScheduledMessage, theirs),
    () => otherUser.browser.call(changeScheduledMessage, { ...theirs, body: 'x' }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
})
