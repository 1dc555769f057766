import {
  deleteMessage,
  editMessage,
  getConversation,
  mergeConversation,
  sendMessage,
  sendVisitorMessage,
  splitConversation,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { sendAutomatedMessage } from '../reactions/automated-message.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

async function conversation() {
  const created = await server.seed.conversation()
  const { integration_id, browser, visitor, user } = created
  const write = (body: string, conversation_id = created.conversation_id) =>
    visitor.browser.call(sendVisitorMessage, {
      conversation_id,
      id: crypto.randomUUID(),
      body,
      locale: 'en',
    })
  const spokeLast = async (conversation_id = created.conversation_id) => {
    const row = await browser.call(getConversation, { integration_id, conversation_id })
    return [
      row.last_message_author,
      row.last_message_author_id,
      row.last_message_preview,
      ...(row.last_message_is_note ? ['note'] : []),
    ]
  }
  const key = { integration_id, conversation_id: created.conversation_id }
  return { ...created, key, user_id: user.id, write, spokeLast }
}

test('a row has the author of the last message: the customer, a member by reply or note, or a rule', async () => {
  const { browser, key, user_id, spokeLast, write } = await conversation()
  expect(await spokeLast()).toEqual(['contact', null, 'Hello?'])
  const id = crypto.randomUUID()
  await browser.call(sendMessage, { ...key, id, body: 'Welcome' })
  expect(await spokeLast()).toEqual(['member', user_id, 'Welcome'])
  await write('Thanks')
  expect(await spokeLast()).toEqual(['contact', null, 'Thanks'])
  const by = { user_id: null, name: 'Night' }
  await server.ctx.transaction((tx) =>
    sendAutomatedMessage(server.ctx, tx, key, by, { kind: 'text', body: 'We sleep', locale: 'en' }),
  )
  expect(await spokeLast()).toEqual(['system', null, 'We sleep'])
  const note = crypto.randomUUID()
  await browser.call(sendMessage, { ...key, id: note, body: 'Mind the gap', kind: 'note' })
  expect(await spokeLast()).toEqual(['member', user_id, 'Mind the gap', 'note'])
  await browser.call(editMessage, { ...key, message_id: note, body: 'Mind it' })
  expect(await spokeLast()).toEqual(['member', user_id, 'Mind it', 'note'])
  await browser.call(deleteMessage, { ...key, message_id: note })
  expect(await spokeLast()).toEqual(['system', null, 'We sleep'])
})

test('the last author is updated when conversations are merged and split', async () => {
  const { browser, key, user_id, spokeLast, write, conversation_id, integration_id } = await conversation()
  const other = crypto.randomUUID()
  await write('A second one', other)
  await browser.call(sendMessage, {
    integration_id,
    conversation_id: other,
    id: crypto.randomUUID(),
    body: 'I see',
  })
  await browser.call(mergeConversation, {
    ...key,
    id: crypto.randomUUID(),
    conversation_id: other,
    into_id: conversation_id,
  })
  expect(await spokeLast()).toEqual(['member', user_id, 'I see'])
  const { id: message_id } = await write('One more thing')
  const split = crypto.randomUUID()
  await browser.call(splitConversation, { ...key, id: split, message_id })
  expect(await spokeLast()).toEqual(['member', user_id, 'I see'])
  expect(await spokeLast(split)).toEqual(['contact', null, 'One more thing'])
})
