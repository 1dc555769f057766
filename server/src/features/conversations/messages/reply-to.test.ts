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
  hour_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { append } from './append.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function conversation() {
  const created = await server.seed.conversation()
  const { browser, visitor, integration_id, conversation_id } = created
  const key = { integration_id, conversation_id }
  const sendText = (body: string, more: { reply_to?: string; kind?: 'note' } = {}) =>
    browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body, ...more })
  const askQuestion = (body: string, reply_to?: string) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
      ...(reply_to ? { reply_to } : {}),
    })
  return { ...created, key, sendText, askQuestion }
}
const invalid = { code: 'invalid_input', errors: { reply_to: [expect.stringContaining('isn’t in this')] } }

test('REL-04 both sides can reply to a message, and events equal a later load', async () => {
  const { browser, visitor, key, first, sendText, askQuestion } = await conversation()
  const events = server.watch(messageSent.channel(key), messageSent.name)
  const previous = await browser.call(listMessages, key)
  const answer = await sendText('Hello to you', { reply_to: first.id })
  const note = await sendText('They greet', { kind: 'note', reply_to: answer.id })
  await sendText('Greets again', { kind: 'note', reply_to: note.id })
  const back = await askQuestion('And to you', answer.id)
  expect([answer, note, back].map(({ details }) => details.reply_to)).toEqual([
    first.id,
    answer.id,
    answer.id,
  ])
  const after = await browser.call(listMessages, key)
  expect(events.map(({ data }) => data as Message).reduce(applyMessageSent, previous)).toEqual(after)
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id: key.conversation_id })
  expect(theirs.map(({ details }) => details.reply_to)).toEqual([undefined, first.id, answer.id])
})

test('422: replies can’t quote a message of another conversation or an unknown one, nor notes for the customer', async () => {
  const { sendText, askQuestion, first } = await conversation()
  const other = await conversation()
  const note = await sendText('Only for us', { kind: 'note' })
  for (const reply_to of [other.first.id, crypto.randomUUID(), note.id]) {
    await expect(sendText('What?', { reply_to })).rejects.toMatchObject(invalid)
    await expect(askQuestion('What?', reply_to)).rejects.toMatchObject(invalid)
  }
  await expect(other.sendText('What?', { reply_to: first.id })).rejects.toMatchObject(invalid)
})

test('a reply to a deleted message stays, without the deleted text', async () => {
  const { sendText, browser, visitor, key } = await conversation()
  const original = await sendText('A slip')
  await sendText('What I meant', { reply_to: original.id })
  await browser.call(deleteMessage, { ...key, message_id: original.id })
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id: key.conversation_id })
  expect(theirs.find(({ details }) => details.reply_to === original.id)?.body).toBe('What I meant')
  expect(JSON.stringify(theirs)).not.toContain('A slip')
})

test('a scheduled reply is sent with its quote', async () => {
  const { browser, key, first } = await conversation()
  const id = crypto.randomUUID()
  const saved = { ...key, id, body: 'Later', send_at: new Date(Date.now() + hour_ms).toISOString() }
  await expect(
    browser.call(scheduleMessage, { ...saved, reply_to: crypto.randomUUID() }),
  ).rejects.toMatchObject(invalid)
  await browser.call(scheduleMessage, { ...saved, reply_to: first.id })
  const sent = await browser.call(sendScheduledMessage, { ...key, message_id: id })
  expect(sent.details.reply_to).toBe(first.id)
})

test('a customer chooses a button of a message; 422 for any other button, message or conversation', async () => {
  const { browser, visitor, key, first } = await conversation()
  const other = await conversation()
  const offered = { id: crypto.randomUUID(), buttons: [{ id: 'order', text: 'Where is my order?' }] }
  const { id, buttons } = offered
  await server.ctx.transaction((tx) =>
    append(server.ctx, tx, key, {
      id,
      kind: 'text',
      author: 'scenario',
      body: 'How can we help?',
      details: { buttons },
      is_visible: true,
    }),
  )
  const choose = (
    reply_to: string | undefined,
    button_id: string,
    { visitor: by, key: to } = { visitor, key },
  ) =>
    by.browser.call(sendVisitorMessage, {
      conversation_id: to.conversation_id,
      id: crypto.randomUUID(),
      body: 'Where is my order?',
      locale: 'en',
      button_id,
      ...(reply_to ? { reply_to } : {}),
    })
  const invalidButton = { code: 'invalid_input', errors: { button_id: [expect.any(String)] } }
  for (const [reply_to, button_id] of [
    [id, 'refund'],
    [first.id, 'order'],
    [undefined, 'order'],
    [id, '"}]'],
  ] as const)
    await expect(choose(reply_to, button_id), `${reply_to} ${button_id}`).rejects.toMatchObject(invalidButton)
  await expect(choose(id, 'order', other)).rejects.toMatchObject(invalid)
  const chosen = await choose(id, 'order')
  expect(chosen.details).toEqual({ reply_to: id, button_id: 'order' })
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id: key.conversation_id })
  expect(theirs.find((message) => message.id === id)?.details).toEqual({ buttons })
  const ours = await browser.call(listMessages, key)
  expect(ours.at(-1)).toMatchObject({
    body: 'Where is my order?',
    details: { reply_to: id, button_id: 'order' },
  })
})
