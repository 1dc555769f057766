import { getConversation, sendMessage, sendVisitorMessage, setStatus } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

test('a conversation has the time of the first reply and the number of reopenings', async () => {
  const { browser, visitor, integration_id, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const read = () => browser.call(getConversation, key)
  expect(await read()).toMatchObject({ first_reply_at: null, reopen_count: 0 })
  const first = await browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'Hello' })
  await browser.call(sendMessage, { ...key, id: crypto.randomUUID(), body: 'And more' })
  await browser.call(setStatus, { ...key, status: 'resolved' })
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'One more thing',
    locale: 'en',
  })
  const after = await read()
  expect(after.reopen_count).toBe(1)
  expect(Date.parse(after.first_reply_at ?? '')).toBe(Date.parse(first.sent_at))
})
