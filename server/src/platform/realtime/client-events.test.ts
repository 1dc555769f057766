import { afterAll, expect, test } from 'vitest'
import { RawClient } from './test/raw-client.ts'
import { startStandalone } from './test/standalone.ts'

const { realtime, port, close } = await startStandalone()
afterAll(close)

const ada = { user_id: 'ada' }
const bob = { user_id: 'bob' }

/** Two clients on one channel, as members Ada and Bob if it has members. */
async function two(channel: string) {
  const clients = [await RawClient.connect(port), await RawClient.connect(port)] as const
  const isPresence = channel.startsWith('presence-')
  await clients[0].subscribe(channel, isPresence ? ada : undefined)
  await clients[1].subscribe(channel, isPresence ? bob : undefined)
  return clients
}

test('SEC-24 a client event reaches the others unchanged, and not its sender', async () => {
  const [sender, other] = await two('private-e.1')
  for (const data of [{ n: 1 }, 'plain', '{"n":2}', null, 7])
    sender.send({ event: 'client-x', channel: 'private-e.1', data })
  await sender.flush()
  await other.flush()
  const sent = other.received.filter(({ event }) => event === 'client-x')
  expect(sent.map(({ data }) => data)).toEqual([{ n: 1 }, 'plain', { n: 2 }, null, 7])
  expect(sender.names('private-e.1')).not.toContain('client-x')
})

test('SEC-24 a read-only subscription receives client events and can’t send them', async () => {
  const [reader, other] = [await RawClient.connect(port), await RawClient.connect(port)]
  const channel = 'presence-e.9'
  const member = { ...ada, is_read_only: true }
  reader.send({
    event: 'pusher:subscribe',
    data: { channel, ...realtime.signChannel(reader.id, channel, member) },
  })
  await reader.waitFor('pusher_internal:subscription_succeeded', channel)
  await other.subscribe(channel, bob)
  reader.send({ event: 'client-typing', channel, data: {} })
  expect((await reader.waitFor('pusher:error')).data).toMatchObject({ code: null })
  other.send({ event: 'client-typing', channel, data: {} })
  await reader.waitFor('client-typing', channel)
  await other.flush()
  expect(other.names(channel)).not.toContain('client-typing')
})

test('SEC-24 on a presence channel the server sets the sender, regardless of the client’s claim', async () => {
  const [sender, other] = await two('presence-e.2')
  sender.send({ event: 'client-x', channel: 'presence-e.2', data: {}, user_id: 'bob' })
  expect(await other.waitFor('client-x')).toMatchObject({ user_id: 'ada' })
})

test.each([
  ['on a public channel', 'e.3', { event: 'client-x', channel: 'e.3', data: {} }],
  [
    'on an encrypted channel',
    'private-encrypted-e.3',
    { event: 'client-x', channel: 'private-encrypted-e.3' },
  ],
  ['on a channel it is not on', 'private-e.4', { event: 'client-x', channel: 'private-e.3', data: {} }],
  ['without a channel', 'private-e.3', { event: 'client-x', data: {} }],
  ['without the prefix', 'private-e.3', { event: 'MessageSent', channel: 'private-e.3', data: {} }],
  [
    'with something before the prefix',
    'private-e.3',
    { event: 'xclient-x', channel: 'private-e.3', data: {} },
  ],
  [
    'of more than 10 KB',
    'private-e.3',
    { event: 'client-x', channel: 'private-e.3', data: 'x'.repeat(10_240) },
  ],
  ['with an endless name', 'private-e.3', { event: `client-${'x'.repeat(200)}`, channel: 'private-e.3' }],
] as [string, string, { event: string; channel?: string; data?: unknown }][])(
  'SEC-24 an event %s is rejected and reaches nobody',
  async (_title, joined, message) => {
    const [sender] = await two(joined)
    const [other] = await two(message.channel ?? joined)
    const received: unknown[] = []
    const stop = realtime.listenTo((...event) => received.push(event))
    sender.send(message)
    expect((await sender.waitFor('pusher:error')).data).toMatchObject({ code: null })
    await other.flush()
    stop()
    expect(received).toEqual([])
    expect(other.names(message.channel ?? joined)).toEqual(['pusher_internal:subscription_succeeded'])
  },
)

test('SEC-24 no one can send client events on a user’s channel, not even that user', async () => {
  const client = await RawClient.connect(port)
  await client.signIn({ id: 'ada' })
  await client.subscribe('#server-to-user-ada')
  client.send({ event: 'client-x', channel: '#server-to-user-ada', data: {} })
  await client.waitFor('pusher:error')
})

test('4301 SEC-24 more than ten client events a second are rejected, and the connection stays', async () => {
  const [sender, other] = await two('private-e.5')
  for (let n = 0; n < 40; n++) sender.send({ event: 'client-x', channel: 'private-e.5', data: { n } })
  await sender.flush()
  await other.flush()
  const rejected = sender.received.filter(({ event }) => event === 'pusher:error')
  expect(rejected[0]?.data).toMatchObject({ code: 4301 })
  const passed = other.names('private-e.5').filter((event) => event === 'client-x').length
  expect(passed + rejected.length).toBe(40)
  expect(passed).toBeLessThan(20)
  expect(sender.closed).toBeUndefined()
})

test('4100 a connection that floods the server is closed for a while', async () => {
  const client = await RawClient.connect(port)
  for (let n = 0; n < 400; n++) client.send({ event: 'pusher:ping', data: {} })
  expect(await client.waitForClose()).toBe(4100)
})

test('a connection that floods the server with ping frames is ended too', async () => {
  const client = await RawClient.connect(port)
  for (let n = 0; n < 400; n++) client.ws.ping()
  expect([4100, 1006]).toContain(await client.waitForClose())
})
