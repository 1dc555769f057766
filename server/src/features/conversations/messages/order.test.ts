import {
  listConversations,
  listMessages,
  listVisitorMessages,
  type Message,
  sendMessage,
  sendVisitorMessage,
  minute_ms,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
afterAll(() => server[Symbol.asyncDispose]())
const draft = (body: string) => ({ id: crypto.randomUUID(), body })

test('REL-05 loading after the last known number misses nothing that fifty concurrent writers commit', async () => {
  const { integration_id, browser: member, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const total = 51
  async function follow(read: (after_seq: number) => Promise<Pick<Message, 'seq' | 'prev'>[]>) {
    const current: Pick<Message, 'seq' | 'prev'>[] = []
    while (current.length < total) current.push(...(await read(current.at(-1)?.seq ?? 0)))
    return current.map(({ seq }) => seq)
  }
  const readers = [
    follow((after_seq) => member.call(listMessages, { ...key, after_seq })),
    follow((after_seq) => member.call(listMessages, { ...key, after_seq, limit: 3 })),
    follow((after_seq) =>
      visitor.browser.call(listVisitorMessages, { conversation_id, after_seq, limit: 7 }),
    ),
  ]
  const writers = Array.from({ length: total - 1 }, (_, n) =>
    n % 5 === 0
      ? visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...draft(`v${n}`) })
      : member.call(sendMessage, { ...key, ...draft(`m${n}`) }),
  )
  await Promise.all(writers)
  const whole = Array.from({ length: total }, (_, n) => n + 1)
  expect(await Promise.all(readers)).toEqual([whole, whole, whole])
})

test('REL-26 a clock that is set back or forward changes no order and rejects no one', async () => {
  const { integration_id, browser: member, visitor, conversation_id } = await server.seed.conversation()
  const key = { integration_id, conversation_id }
  const sendText = async (body: string) => {
    await member.call(sendMessage, { ...key, ...draft(body) })
  }
  await sendText('now')
  await server.later(60 * minute_ms, () => sendText('an hour later'))
  await server.later(-5 * minute_ms, async () => {
    await sendText('five minutes ago')
    await visitor.browser.call(sendVisitorMessage, { conversation_id, locale: 'en', ...draft('thanks') })
  })
  await sendText('now again')

  const bodies = ['Hello?', 'now', 'an hour later', 'five minutes ago', 'thanks', 'now again']
  const all = await member.call(listMessages, key)
  expect(all.map(({ seq, body }) => [seq, body])).toEqual(bodies.map((body, index) => [index + 1, body]))
  expect(all.map(({ prev }) => prev)).toEqual([0, 1, 2, 3, 4, 5])
  const theirs = await visitor.browser.call(listVisitorMessages, { conversation_id, after_seq: 2 })
  expect(theirs.map(({ body }) => body)).toEqual(bodies.slice(2))
  const { items } = await member.call(listConversations, { integration_id })
  expect(items.map(({ last_seq, last_message_preview }) => [last_seq, last_message_preview])).toEqual([
    [6, 'now again'],
  ])
})
