import { hour_ms } from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../../../test/server.ts'
import { openWebhookSecrets } from '#platform/webhooks/index.ts'
import { apiRequest } from '../test/api-request.ts'
import { RawClient } from '../test/raw-client.ts'
import { startReceiver } from '../test/receiver.ts'
import { app } from '../test/standalone.ts'
import { openRealtimePort } from '../../../../test/realtime-port.ts'

const good = await startReceiver()
const bad = await startReceiver()
bad.answer = (response) => response.writeHead(500).end()
const server = await testServer({
  REALTIME_APP_ID: app.id,
  REALTIME_APP_KEY: app.key,
  REALTIME_APP_SECRET: app.secret,
  // The failing endpoint comes first: the others must not wait for it.
  REALTIME_WEBHOOK_URLS: `${bad.url}, ${good.url}`,
  REALTIME_SUBSCRIPTION_COUNTS: 'on',
  EGRESS_ALLOW: `${bad.host},${good.host}`,
})
const { port, close } = await openRealtimePort(server)
afterAll(async () => {
  close()
  await server[Symbol.asyncDispose]()
  await good.close()
  await bad.close()
})

const receivedFor = (channel: string, receiver = good) =>
  receiver
    .events()
    .filter((event) => event.channel === channel)
    .map(({ channel: _, ...event }) => event)

test('receivers get joins, client events and leaves, as the pusher package reads and verifies them', async () => {
  const eva = await RawClient.connect(port)
  await eva.subscribe('presence-room', { user_id: 'eva', user_info: { name: 'Eva' } })
  await eva.subscribe('private-cache-news')
  eva.send({ event: 'client-wave', channel: 'presence-room', data: { hand: 'left' } })
  eva.send({ event: 'client-call', channel: 'presence-room', data: 'Hello' })
  await eva.flush()
  await eva.unsubscribe('private-cache-news')
  eva.drop()
  await expect.poll(() => receivedFor('presence-room').at(-1)?.name).toBe('channel_vacated')
  const sent = { name: 'client_event', socket_id: eva.id, user_id: 'eva' }
  expect(receivedFor('presence-room')).toEqual([
    { name: 'channel_occupied' },
    { name: 'member_added', user_id: 'eva' },
    { ...sent, event: 'client-wave', data: '{"hand":"left"}' },
    { ...sent, event: 'client-call', data: 'Hello' },
    { name: 'member_removed', user_id: 'eva' },
    { name: 'channel_vacated' },
  ])
  expect(receivedFor('private-cache-news').map(({ name }) => name)).toEqual([
    'cache_miss',
    'subscription_count',
    'channel_occupied',
    'subscription_count',
    'channel_vacated',
  ])
  expect(good.validities()).not.toContain(false)
  expect(good.received.length).toBeLessThan(good.events().length)
})

/** A call of the signed HTTP API, as the official package makes it. */
async function api(method: 'GET' | 'POST', action: string, body = '') {
  const { url } = apiRequest(method, action, { body })
  const reply = await server.app.inject({
    method,
    url,
    ...(body ? { payload: body, headers: { 'content-type': 'application/json' } } : {}),
  })
  return { status: reply.statusCode, body: reply.json() }
}
const stateOf = async (url: string) => {
  const { body } = await api('GET', 'webhooks')
  return body.webhooks.find((each: { url: string }) => each.url === url)
}

test('REL-19 a failing URL gets its events later and in order, and doesn’t delay others', async () => {
  const before = bad.received.length
  const channels = Array.from({ length: 5 }, (_, n) => `line-${n}`)
  for (const channel of channels) {
    const client = await RawClient.connect(port)
    await client.subscribe(channel)
    await expect.poll(() => receivedFor(channel).length).toBeGreaterThan(0)
    client.drop()
  }
  await expect.poll(() => bad.received.length).toBeGreaterThan(before)
  expect(await stateOf(bad.url)).toMatchObject({ state: 'failing', problem: '500' })
  expect(await stateOf(good.url)).toMatchObject({ state: 'delivering', failing_since: null })
  bad.received.length = 0
  bad.answer = (response) => response.end()
  await expect.poll(() => receivedFor('line-4', bad).length, { timeout: 25_000 }).toBeGreaterThan(2)
  const opened = bad.events().filter(({ name }) => name === 'channel_occupied')
  expect(opened.map(({ channel }) => channel).filter((channel) => channels.includes(channel))).toEqual(
    channels,
  )
  expect(bad.validities()).not.toContain(false)
}, 40_000)

test('REL-19 a URL that fails for a day is paused and logged; replayed, it continues with the oldest', async () => {
  bad.received.length = 0
  bad.answer = (response) => response.writeHead(500).end()
  const eva = await RawClient.connect(port)
  await eva.subscribe('paused-1')
  await expect.poll(() => bad.received.length).toBeGreaterThan(0)
  await server.later(25 * hour_ms, async () => {
    await expect.poll(async () => (await stateOf(bad.url)).state, { timeout: 25_000 }).toBe('paused')
  })
  const tries = bad.received.length
  await eva.subscribe('paused-2')
  await expect.poll(() => receivedFor('paused-2').length).toBeGreaterThan(0)
  await expect.poll(async () => (await stateOf(bad.url)).waiting).toBeGreaterThan(1)
  expect((await server.app.inject('/metrics')).body).toContain('realtime_webhooks_paused 1')
  expect(bad.received.length).toBe(tries)

  bad.received.length = 0
  bad.answer = (response) => response.end()
  const url = JSON.stringify({ url: bad.url })
  expect(await api('POST', 'webhooks/replay', '{"url":"https://other.example"}')).toMatchObject({
    status: 404,
  })
  expect(await api('POST', 'webhooks/replay', '{')).toMatchObject({ status: 400 })
  expect(await api('POST', 'webhooks/replay', url)).toEqual({ status: 200, body: {} })
  await expect.poll(async () => (await stateOf(bad.url)).waiting).toBe(0)
  const notified = bad.events().flatMap(({ name, channel }) => (name === 'channel_occupied' ? [channel] : []))
  expect(notified.filter((channel) => channel.startsWith('paused'))).toEqual(['paused-1', 'paused-2'])
  expect(await stateOf(bad.url)).toMatchObject({ state: 'delivering', failures: 0 })
  eva.drop()
}, 60_000)

test('401 only signed requests can read the state of webhooks', async () => {
  for (const action of ['webhooks', 'webhooks/replay']) {
    const reply = await server.app.inject({
      method: action === 'webhooks' ? 'GET' : 'POST',
      url: `/apps/${app.id}/${action}?auth_key=${app.key}`,
    })
    expect(reply.statusCode).toBe(401)
  }
})

test('SEC-54 a new secret signs next to the old one for 24 hours, across restarts, then alone', async () => {
  const { ctx } = server
  const start = (secret: string) => openWebhookSecrets(ctx, 'test', secret)
  expect((await start('first'))()).toEqual(['first'])
  const changed = await start('second')
  expect(changed()).toEqual(['second', 'first'])
  await server.later(23 * hour_ms, async () => {
    expect((await start('second'))()).toEqual(['second', 'first'])
  })
  await server.later(25 * hour_ms, async () => {
    expect([changed(), (await start('second'))()]).toEqual([['second'], ['second']])
  })
  const rows = await ctx.db.selectFrom('webhook_secret').selectAll().where('name', '=', 'test').execute()
  expect(rows.map(({ current }) => current.includes('second'))).toEqual([false])
})

test('events on the channels of single users aren’t sent, and metrics count the outcomes', async () => {
  const eva = await RawClient.connect(port)
  await eva.signIn({ id: 'eva' })
  await eva.subscribe('#server-to-user-eva')
  await eva.subscribe('afterwards')
  await expect.poll(() => receivedFor('afterwards').length).toBeGreaterThan(0)
  expect(good.events().filter(({ channel }) => channel.startsWith('#'))).toEqual([])
  const metrics = (await server.app.inject('/metrics')).body
  const count = (outcome: string) =>
    Number(new RegExp(`realtime_webhooks_total{outcome="${outcome}"} (\\d+)`).exec(metrics)?.[1])
  expect(count('delivered')).toBeGreaterThan(5)
  expect(count('failed')).toBeGreaterThan(0)
  expect([count('given_up'), count('lost')]).toEqual([0, 0])
})
