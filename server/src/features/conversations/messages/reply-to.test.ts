import {
  applyMessageSent,
  deleteMessage,
  listMessages,
  listVisitorMessages,
  type Message,
  messageSent,
  scheduleMessage,
  sendMessage,
  sendScheduledMessage,
  sendVisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function conversation() {
  const made = await server.seed.conversation()
  const { browser, visitor, integration_id, conversation_id } = made
  const key = { integration_id, conversation_id }
  const say = (body: string, more: { reply_to?: string; kind?: 'note' } = {}) =>
    browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body, ...more })
  const ask = (body: string, reply_to?: string) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
      ...(reply_to ? { reply_to } : {}),
    })
  return { ...made, key, say, ask }
}
const refused = { code: 'invalid_input', errors: { reply_to: [expect.stringContaining('not in this')] } }

test('REL-04 both sides answer to a given message, and events tell the same as a later read', async () => {
  const { browser, visitor, key, first, say, ask } = await conversation()
  const heard = server.watch(messageSent.channel(key), messageSent.name)
  const before = await browser.call(listMessages, key)
  const answer = await say('Hello to you', { reply_to: first.id })
  const note = await say('They greet', { kind: 'note', reply_to: answer.id })
  await say('Greets again', { kind: 'note', reply_to: note.id })
  const back = await ask('And to you', answer.id)
  expect([answer, note, back].map(({ details }) => details.reply_to)).toEqual([
    first.id,
    answer.id,
    answer.id,
  ])
  const after = await browser.call(listMessages, key)
  expect(heard.map(({ data }) => data as Message).reduce(applyMessageSent, before)).toEqual(after)
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id: key.conversation_id })
  expect(theirs.map(({ details }) => details.reply_to)).toEqual([undefined, first.id, answer.id])
})

test('422: a message of another conversation, none at all, and for the customer a note is not answered to', async () => {
  const { say, ask, first } = await conversation()
  const other = await conversation()
  const note = await say('Only for us', { kind: 'note' })
  for (const reply_to of [other.first.id, crypto.randomUUID(), note.id]) {
    await expect(say('What?', { reply_to })).rejects.toMatchObject(refused)
    await expect(ask('What?', reply_to)).rejects.toMatchObject(refused)
  }
  await expect(other.say('What?', { reply_to: first.id })).rejects.toMatchObject(refused)
})

test('a deleted original leaves its answer, which holds none of its words', async () => {
  const { say, browser, visitor, key } = await conversation()
  const original = await say('A slip')
  await say('What I meant', { reply_to: original.id })
  await browser.call(deleteMessage, { ...key, message_id: original.id })
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id: key.conversation_id })
  expect(theirs.find(({ details }) => details.reply_to === original.id)?.body).toBe('What I meant')
  expect(JSON.stringify(theirs)).not.toContain('A slip')
})

test('a reply that is kept to be sent goes with what it answers to', async () => {
  const { browser, key, first } = await conversation()
  const id = crypto.randomUUID()
  const kept = { ...key, id, body: 'Later', send_at: new Date(Date.now() + 3_600_000).toISOString() }
  await expect(
    browser.call(scheduleMessage, { ...kept, reply_to: crypto.randomUUID() }),
  ).rejects.toMatchObject(refused)
  await browser.call(scheduleMessage, { ...kept, reply_to: first.id })
  const sent = await browser.call(sendScheduledMessage, { ...key, message_id: id })
  expect(sent.details.reply_to).toBe(first.id)
})
