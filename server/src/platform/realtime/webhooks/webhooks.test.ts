import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { RawClient } from '../test/raw-client.ts'
import { startReceiver } from '../test/receiver.ts'
import { app } from '../test/standalone.ts'

const good = await startReceiver()
const bad = await startReceiver()
bad.answer = (response) => response.writeHead(500).end()
const server = await testServer({
  REALTIME_APP_ID: app.id,
  REALTIME_APP_KEY: app.key,
  REALTIME_APP_SECRET: app.secret,
  // The bad address first: what is behind it must not wait.
  REALTIME_WEBHOOK_URLS: `${bad.url}, ${good.url}`,
  REALTIME_SUBSCRIPTION_COUNTS: 'on',
  EGRESS_ALLOW: `${bad.host},${good.host}`,
})
const listener = http.createServer()
server.realtime.attach(listener)
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
// A TCP server's address is an object.
const { port } = listener.address() as AddressInfo
afterAll(async () => {
  listener.closeAllConnections()
  listener.close()
  await server[Symbol.asyncDispose]()
  await good.close()
  await bad.close()
})

const toldOf = (channel: string, receiver = good) =>
  receiver
    .events()
    .filter((event) => event.channel === channel)
    .map(({ channel: _, ...event }) => event)

test('receivers are told who came, spoke and went, as the pusher package reads and verifies it', async () => {
  const eva = await RawClient.connect(port)
  await eva.joins('presence-room', { user_id: 'eva', user_info: { name: 'Eva' } })
  await eva.joins('private-cache-news')
  eva.say({ event: 'client-wave', channel: 'presence-room', data: { hand: 'left' } })
  eva.say({ event: 'client-call', channel: 'presence-room', data: 'Hello' })
  await eva.isThrough()
  await eva.leaves('private-cache-news')
  eva.drop()
  await expect.poll(() => toldOf('presence-room').at(-1)?.name).toBe('channel_vacated')
  const said = { name: 'client_event', socket_id: eva.id, user_id: 'eva' }
  expect(toldOf('presence-room')).toEqual([
    { name: 'channel_occupied' },
    { name: 'member_added', user_id: 'eva' },
    { ...said, event: 'client-wave', data: '{"hand":"left"}' },
    { ...said, event: 'client-call', data: 'Hello' },
    { name: 'member_removed', user_id: 'eva' },
    { name: 'channel_vacated' },
  ])
  expect(toldOf('private-cache-news').map(({ name }) => name)).toEqual([
    'cache_miss',
    'subscription_count',
    'channel_occupied',
    'subscription_count',
    'channel_vacated',
  ])
  expect(good.validities()).not.toContain(false)
  expect(good.received.length).toBeLessThan(good.events().length)
})

test('an address that fails is told later and in order, and delays no other', async () => {
  const before = bad.received.length
  const channels = Array.from({ length: 5 }, (_, n) => `line-${n}`)
  for (const channel of channels) {
    const client = await RawClient.connect(port)
    await client.joins(channel)
    await expect.poll(() => toldOf(channel).length).toBeGreaterThan(0)
    client.drop()
  }
  await expect.poll(() => bad.received.length).toBeGreaterThan(before)
  bad.received.length = 0
  bad.answer = (response) => response.end()
  await expect.poll(() => toldOf('line-4', bad).length, { timeout: 25_000 }).toBeGreaterThan(2)
  const opened = bad.events().filter(({ name }) => name === 'channel_occupied')
  expect(opened.map(({ channel }) => channel).filter((channel) => channels.includes(channel))).toEqual(
    channels,
  )
  expect(bad.validities()).not.toContain(false)
}, 40_000)

test('what is said on the channels of single users is not told, and metrics count what became of it all', async () => {
  const eva = await RawClient.connect(port)
  await eva.signsIn({ id: 'eva' })
  await eva.joins('#server-to-user-eva')
  await eva.joins('afterwards')
  await expect.poll(() => toldOf('afterwards').length).toBeGreaterThan(0)
  expect(good.events().filter(({ channel }) => channel.startsWith('#'))).toEqual([])
  const metrics = (await server.app.inject('/metrics')).body
  const count = (outcome: string) =>
    Number(new RegExp(`realtime_webhooks_total{outcome="${outcome}"} (\\d+)`).exec(metrics)?.[1])
  expect(count('delivered')).toBeGreaterThan(5)
  expect(count('failed')).toBeGreaterThan(0)
  expect([count('given_up'), count('lost')]).toEqual([0, 0])
})
