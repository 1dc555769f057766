import { editMessage, scheduleMessage, sendMessage, sendVisitorMessage, hour_ms } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())

const required = { code: 'invalid_input', errors: { body: ['This field is required.'] } }

test.each([
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['direction controls', '\u200e\u200f\u202a\u202e\u202c\u2066\u2069'],
  ['variation selectors', '\ufe0e\ufe0f\u{e0100}'],
  ['invisible characters between spaces', ' \u200b \n\u200b'],
  ['the blank Braille pattern', '\u2800\u2800'],
  ['control characters', '\u0001\u0085'],
])('422: a message of %s is rejected like an empty one, on both sides', async (_, body) => {
  const { browser, visitor, integration_id, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const id = () => crypto.randomUUID()
  const { id: message_id } = await browser.call(sendMessage, { ...key, id: id(), body: 'Hello' })
  const send_at = new Date(Date.now() + hour_ms).toISOString()
  for (const attempt of [
    () => browser.call(sendMessage, { ...key, id: id(), body }),
    () => browser.call(sendMessage, { ...key, id: id(), body, kind: 'note' }),
    () => browser.call(editMessage, { ...key, message_id, body }),
    () => browser.call(scheduleMessage, { ...key, id: id(), body, send_at }),
    () => visitor.browser.call(sendVisitorMessage, { conversation_id, id: id(), body, locale: 'en' }),
  ])
    await expect(attempt()).rejects.toMatchObject(required)
})

test('emoji and words that contain invisible characters are sent as typed', async () => {
  const { browser, visitor, integration_id, conversation_id } = await server.seed.conversation()
  for (const body of ['👩‍👩‍👧', '❤️', '\u200bHello', 'می‌خواهم', 'שלום\u200f!']) {
    const id = crypto.randomUUID()
    expect((await browser.call(sendMessage, { integration_id, conversation_id, id, body })).body).toBe(body)
    const message = { conversation_id, id: crypto.randomUUID(), body, locale: 'en' as const }
    expect((await visitor.browser.call(sendVisitorMessage, message)).body).toBe(body)
  }
})
