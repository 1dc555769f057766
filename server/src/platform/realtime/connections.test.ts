import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { RealtimeOptions } from './index.ts'
import { limitDefaults, timingDefaults } from './options.ts'
import { RawClient } from './test/raw-client.ts'
import { app, startStandalone } from './test/standalone.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
async function start(options: Partial<RealtimeOptions> = {}) {
  const started = await startStandalone(options)
  ends.push(started.close)
  return started
}

test('a connection gets its id and the activity timeout of 120 seconds', async () => {
  const { port } = await start()
  const client = await RawClient.connect(port)
  expect(client.received[0]?.data).toEqual({
    socket_id: expect.stringMatching(/^\d+\.\d+$/),
    activity_timeout: 120,
  })
})

test.each([
  [4001, '/app/other-key?protocol=7'],
  [4001, '/app/?protocol=7'],
  [4001, '/app?protocol=7'],
  [4001, '/app/%00?protocol=7'],
  [4005, `/app/${app.key}/more?protocol=7`],
  [4006, `/app/${app.key}?protocol=seven`],
  [4007, `/app/${app.key}?protocol=4`],
  [4007, `/app/${app.key}?protocol=8`],
  [4008, `/app/${app.key}`],
])('%i SEC-19 a connection to %s is closed', async (code, path) => {
  const { port, realtime } = await start()
  const client = new RawClient(port, { path })
  expect((await client.waitFor('pusher:error')).data).toMatchObject({ code })
  expect(await client.waitForClose()).toBe(code)
  expect(realtime.stats()).toMatchObject({ connections: 0, rejected_connections: { [code]: 1 } })
})

test('SEC-19 pages of any origin can connect, because cookies grant nothing', async () => {
  const { port } = await start()
  await RawClient.connect(port, { options: { origin: 'https://customer.example' } })
})

test('4100 SEC-19 connections to a full server are told to retry', async () => {
  const { port, realtime } = await start({ limits: { connections_max: 2 } })
  const first = await RawClient.connect(port)
  await RawClient.connect(port)
  expect(await new RawClient(port).waitForClose()).toBe(4100)
  first.drop()
  await expect.poll(() => realtime.stats().connections).toBe(1)
  await RawClient.connect(port)
})

/** A separate network for each test address in the path: `?protocol=7&from=…`. */
const networkOf = ({ url = '' }: { url?: string | undefined }) => {
  const name = new URLSearchParams(url.split('?')[1]).get('from') ?? ''
  return { name, factor: name === 'local' ? 2 : 1 }
}
const from = (name: string) => ({ path: `/app/${app.key}?protocol=7&from=${name}` })

test('4100 SEC-19 the sockets of one network are limited, and others can still connect', async () => {
  const { port, realtime } = await start({ networkOf, limits: { network_connections_max: 2 } })
  const first = await RawClient.connect(port, from('a'))
  await RawClient.connect(port, from('a'))
  expect(await new RawClient(port, from('a')).waitForClose()).toBe(4100)
  await RawClient.connect(port, from('b'))
  first.drop()
  await expect.poll(() => realtime.stats().connections).toBe(2)
  await RawClient.connect(port, from('a'))
  for (let nth = 0; nth < 4; nth++) await RawClient.connect(port, from('local'))
  expect(await new RawClient(port, from('local')).waitForClose()).toBe(4100)
})

test('429 SEC-19 one network opens sockets at a limited rate, and is rejected without an upgrade', async () => {
  const limits = { network_connections_max: 2, network_handshakes_per_s: 1 }
  const { port, realtime } = await start({ networkOf, limits })
  const attempt = async (name: string) => {
    const client = new RawClient(port, from(name))
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    client.ws.on('unexpected-response', (_request, response) => {
      expect(response.headers['retry-after']).toBe('15')
      resolve(response.statusCode)
    })
    client.ws.on('close', (code) => resolve(code))
    client.ws.on('message', () => client.drop())
    return promise
  }
  const answers: (number | undefined)[] = []
  for (let nth = 0; nth < 8; nth++) answers.push(await attempt('a'))
  expect(answers.slice(0, 4)).toEqual([1006, 1006, 1006, 1006])
  expect(answers.at(-1)).toBe(429)
  expect(await attempt('b')).toBe(1006)
  expect(realtime.stats().rejected_connections['429']).toBeGreaterThanOrEqual(1)
})

test('4100 SEC-19 the sockets of one share are limited, and those of others can still connect', async () => {
  const { port, realtime } = await start({ limits: { share_connections_max: 2 } })
  const join = async (share: string) => {
    const client = await RawClient.connect(port)
    const signature = realtime.signChannel(client.id, 'private-c', { user_id: 'ada', share })
    client.send({ event: 'pusher:subscribe', data: { channel: 'private-c', ...signature } })
    return client
  }
  const succeeded = 'pusher_internal:subscription_succeeded'
  const [first, second] = [await join('visitors:1'), await join('visitors:1')]
  await Promise.all([first, second].map((client) => client.waitFor(succeeded)))
  expect(await (await join('visitors:1')).waitForClose()).toBe(4100)
  await (await join('team:1')).waitFor(succeeded)
  await (await join('visitors:2')).waitFor(succeeded)
  first.drop()
  await expect.poll(() => realtime.subscriptionCount('private-c')).toBe(3)
  await (await join('visitors:1')).waitFor(succeeded)
})

test('4100 SEC-19 a socket counts toward each of its shares, whatever it subscribes to last', async () => {
  const { port, realtime } = await start({ limits: { share_connections_max: 2 } })
  const subscribe = async (client: RawClient, share: string) => {
    const channel = `private-${share}`
    const signature = realtime.signChannel(client.id, channel, { user_id: 'ada', share })
    client.send({ event: 'pusher:subscribe', data: { channel, ...signature } })
    return client
  }
  const succeeded = 'pusher_internal:subscription_succeeded'
  const clients = [await RawClient.connect(port), await RawClient.connect(port)]
  for (const client of clients) {
    await subscribe(client, 'team-1')
    await subscribe(client, 'ada')
    await client.waitFor(succeeded, 'private-ada')
  }
  expect(await (await subscribe(await RawClient.connect(port), 'team-1')).waitForClose()).toBe(4100)
  for (const client of clients) client.drop()
  await expect.poll(() => realtime.subscriptionCount('private-team-1')).toBe(0)
  await (await subscribe(await RawClient.connect(port), 'team-1')).waitFor(succeeded)
})

test('4202 SEC-19 a socket without subscriptions is closed after a while, one with any isn’t', async () => {
  const { port, realtime } = await start({ timings: { sweep_ms: 10, idle_after_ms: 100 } })
  const [idle, subscribed, left, signedIn] = [
    await RawClient.connect(port),
    await RawClient.connect(port),
    await RawClient.connect(port),
    await RawClient.connect(port),
  ]
  await subscribed.subscribe('c')
  await signedIn.signIn({ id: 'ada' })
  await left.subscribe('c')
  expect(await idle.waitForClose()).toBe(4202)
  expect(left.closed).toBeUndefined()
  await left.unsubscribe('c')
  expect(await left.waitForClose()).toBe(4202)
  await subscribed.flush()
  await signedIn.flush()
  expect(realtime.stats().connections).toBe(2)
})

test('4100 REL-07 a surge of connections is accepted at the server’s rate', async () => {
  const { port, realtime } = await start({ limits: { handshakes_per_s: 5 } })
  const clients = Array.from({ length: 20 }, () => new RawClient(port))
  await expect.poll(() => clients.every(({ received }) => received.length > 0)).toBe(true)
  const { connections, rejected_connections } = realtime.stats()
  expect(connections + (rejected_connections['4100'] ?? 0)).toBe(20)
  expect(connections).toBeGreaterThanOrEqual(5)
  expect(connections).toBeLessThan(15)
})

test('404 upgrades on unknown paths get 404', async () => {
  const { port } = await start()
  const client = new RawClient(port, { path: '/nope' })
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  client.ws.on('unexpected-response', (_request, response) => resolve(response.statusCode))
  expect(await promise).toBe(404)
})

test('upgrades on paths of other handlers are left to them', async () => {
  const { realtime } = await start()
  const server = createServer()
  const others = new WebSocketServer({ noServer: true })
  realtime.attach(server)
  server.on('upgrade', (request, socket, head) => {
    if (request.url === '/other')
      others.handleUpgrade(request, socket, head, (ws) => ws.send('{"event":"other"}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => void server.close())
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const other = new RawClient(port, { path: '/other' })
  await other.waitFor('other')
  const client = await RawClient.connect(port)
  for (const each of [other, client]) each.drop()
})

test('REL-10 by default a silent connection is pinged after 45 s and closed 30 s later', () => {
  expect(timingDefaults).toMatchObject({ ping_after_ms: 45_000, pong_within_ms: 30_000 })
})
test('SEC-24 by default the limits are those of the protocol', () => {
  expect(limitDefaults).toMatchObject({
    client_events_per_s: 10,
    event_data_bytes_max: 10 * 1024,
    presence_members_max: 100,
    subscriptions_max: 200,
    user_info_bytes_max: 1024,
  })
})

test('REL-10 a silent client is pinged, closed if it doesn’t respond, and leaves presence immediately', async () => {
  const { port, realtime } = await start({
    timings: { ping_after_ms: 100, pong_within_ms: 100, sweep_ms: 20, close_within_ms: 200 },
  })
  const dead = await RawClient.connect(port, { options: { autoPong: false } })
  const alive = await RawClient.connect(port)
  await dead.subscribe('presence-r', { user_id: 'dead' })
  await alive.subscribe('presence-r', { user_id: 'alive' })
  await alive.waitFor('pusher_internal:member_removed', 'presence-r')
  expect(await dead.waitForClose()).toBe(4201)
  expect(dead.pings).toBe(1)
  await alive.until(() => alive.pings > 1, 'second ping')
  expect(alive.closed).toBeUndefined()
  expect(realtime.members('presence-r').map(({ user_id }) => user_id)).toEqual(['alive'])
})

test('REL-10 a half-open client can’t keep its socket by ignoring the close', async () => {
  const { port, realtime } = await start({
    timings: { ping_after_ms: 40, pong_within_ms: 40, sweep_ms: 20, close_within_ms: 100 },
  })
  const client = await RawClient.connect(port)
  client.ws.pause()
  await expect.poll(() => realtime.stats()).toMatchObject({ connections: 0, closed: { 4201: 1 } })
  client.drop()
})

test('4200 REL-11 a server that shuts down closes all connections for reconnection, the longest idle first', async () => {
  const { port, realtime } = await start({ timings: { sweep_ms: 20 } })
  const clients = await Promise.all(Array.from({ length: 30 }, () => RawClient.connect(port)))
  const order: number[] = []
  clients.forEach((client, n) => client.ws.on('close', () => order.push(n)))
  await new Promise((later) => setTimeout(later, 60))
  for (const client of clients.slice(0, 10)) await client.flush()
  const drained = realtime.drain(300)
  const late = new RawClient(port)
  expect(await late.waitForClose()).toBe(4100)
  await drained
  expect(new Set(await Promise.all(clients.map((client) => client.waitForClose())))).toEqual(new Set([4200]))
  expect(new Set(order.slice(20))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
  expect(realtime.stats().connections).toBe(0)
})
