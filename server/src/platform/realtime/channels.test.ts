import { afterAll, expect, test } from 'vitest'
import { RawClient } from './test/raw-client.ts'
import { startStandalone } from './test/standalone.ts'

/** Pending answers of `greet`, by channel. */
const greetings = new Map<string, PromiseWithResolvers<Record<string, unknown>>>()

const { realtime, port, close } = await startStandalone({
  greet: (channel) => greetings.get(channel)?.promise,
  subscription_counts: true,
  timings: { sweep_ms: 10, greet_within_ms: 300 },
  limits: { subscriptions_max: 5, presence_members_max: 2 },
})
afterAll(close)

const connect = () => RawClient.connect(port)
const succeeded = 'pusher_internal:subscription_succeeded'

test('S6.03 private channels require a signature', async () => {
  const client = await connect()
  client.send({ event: 'pusher:subscribe', data: { channel: 'private-c' } })
  expect((await client.waitFor('pusher:subscription_error', 'private-c')).data).toMatchObject({ status: 401 })
})

test('400 S5.04 names that start with # or contain invalid characters are rejected', async () => {
  const client = await connect()
  for (const channel of ['#x', '#server-to-user-', 'a#b', 'a b', 'a/b', 'a:b', 'ž', '', 'c'.repeat(165)]) {
    client.received.length = 1
    client.send({ event: 'pusher:subscribe', data: { channel } })
    expect(await client.waitFor('pusher:subscription_error')).toMatchObject({
      channel,
      data: { status: 400 },
    })
  }
  await client.subscribe('c'.repeat(164))
})

test('events reach everyone on the channel except the excluded socket', async () => {
  const [one, two, three] = [await connect(), await connect(), await connect()]
  await one.subscribe('c.1')
  await two.subscribe('c.1')
  await three.subscribe('c.other')
  realtime.publish(['c.1', 'c.2'], 'changed', { n: 1 }, { except_socket: one.id })
  expect(await two.waitFor('changed', 'c.1')).toEqual({ event: 'changed', channel: 'c.1', data: { n: 1 } })
  await one.flush()
  await three.flush()
  expect([...one.names('c.1'), ...three.names('c.1')]).not.toContain('changed')
})

test('an event on a presence channel can be limited to some members, or exclude some, and isn’t cached', async () => {
  const channel = 'presence-cache-c.some'
  const [ada, bob] = [await connect(), await connect()]
  await ada.subscribe(channel, { user_id: 'ada' })
  await bob.subscribe(channel, { user_id: 'bob' })
  realtime.publish(channel, 'but-ada', {}, { audience: { except: ['ada', 'eve'] } })
  realtime.publish(channel, 'only-ada', {}, { audience: { only: ['ada'] } })
  realtime.publish(channel, 'nobody', {}, { audience: { only: [] } })
  realtime.publish(channel, 'all', {}, { audience: { except: [] } })
  for (const client of [ada, bob]) await client.flush()
  const sent = (client: RawClient) => client.names(channel).filter((name) => !name.startsWith('pusher'))
  expect([sent(ada), sent(bob)]).toEqual([
    ['only-ada', 'all'],
    ['but-ada', 'all'],
  ])
  await bob.unsubscribe(channel)
  await bob.subscribe(channel, { user_id: 'bob' })
  await bob.waitFor('pusher:cache_miss', channel)
})

test('an evicted user can subscribe again only through a new, reauthorized connection', async () => {
  const channel = 'presence-c.put-off'
  const ada = await connect()
  await ada.subscribe(channel, { user_id: 'ada' })
  realtime.evict(channel, ['bob', 'ada'])
  await ada.waitFor('pusher:subscription_error', channel)
  expect(realtime.members(channel)).toEqual([])
  ada.send({
    event: 'pusher:subscribe',
    data: { channel, ...realtime.signChannel(ada.id, channel, { user_id: 'ada' }) },
  })
  expect(await ada.waitForClose()).toBe(4200)
  await (await connect()).subscribe(channel, { user_id: 'ada' })
})

test('data arrives as published: objects as JSON, strings unchanged', async () => {
  const client = await connect()
  await client.subscribe('c.3')
  const received: unknown[] = []
  const stop = realtime.listenTo((_channel, _event, data) => received.push(data))
  const sent = [{ é: '✓ "q"', at: null }, 'plain', [1], 0, null, { __proto__: 'x' }]
  for (const data of sent) realtime.publish('c.3', 'said', data)
  realtime.publish('c.3', 'said', '{"is":"json"}')
  await client.flush()
  stop()
  expect(client.received.filter(({ event }) => event === 'said').map(({ data }) => data)).toEqual(received)
  expect(received).toEqual([...sent, { is: 'json' }])
})

test('a subscriber gets only events published after joining, in order, also within one tick', async () => {
  const client = await connect()
  await client.subscribe('c.4')
  const late = await connect()
  late.send({ event: 'pusher:subscribe', data: { channel: 'c.4' } })
  const stop = realtime.watch({
    occupied: () => realtime.publish('c.4', 'too-early', {}),
  })
  for (let n = 0; n < 300; n++) realtime.publish('c.4', 'n', n)
  await late.waitFor(succeeded, 'c.4')
  for (let n = 300; n < 600; n++) realtime.publish('c.4', 'n', n)
  await Promise.all([client.flush(), late.flush()])
  stop()
  const numbers = (each: RawClient) =>
    each.received.filter(({ event }) => event === 'n').map(({ data }) => data)
  expect(numbers(client)).toEqual(Array.from({ length: 600 }, (_, n) => n))
  expect(numbers(late)).toEqual(Array.from({ length: 300 }, (_, n) => n + 300))
  expect(late.names('c.4').indexOf(succeeded)).toBeLessThan(late.names('c.4').indexOf('n'))
})

test('a greeting is part of subscription_succeeded, and events published in the meantime follow it', async () => {
  const greeting = Promise.withResolvers<Record<string, unknown>>()
  greetings.set('presence-c.5', greeting)
  const client = await connect()
  client.send({
    event: 'pusher:subscribe',
    data: { channel: 'presence-c.5', ...realtime.signChannel(client.id, 'presence-c.5', { user_id: 'ada' }) },
  })
  await client.flush()
  realtime.publish('presence-c.5', 'changed', { seq: 6 })
  await client.flush()
  expect(client.names('presence-c.5')).toEqual([])
  expect(realtime.members('presence-c.5')).toEqual([])
  greeting.resolve({ seq: 5 })
  expect((await client.waitFor(succeeded)).data).toEqual({
    presence: { ids: ['ada'], hash: { ada: {} }, count: 1 },
    seq: 5,
  })
  await client.flush()
  expect(client.names('presence-c.5')).toEqual([succeeded, 'changed'])
})

test('a subscription canceled while waiting for its greeting never succeeds', async () => {
  const greeting = Promise.withResolvers<Record<string, unknown>>()
  greetings.set('c.6', greeting)
  const client = await connect()
  client.send({ event: 'pusher:subscribe', data: { channel: 'c.6' } })
  await client.unsubscribe('c.6')
  greeting.resolve({ seq: 1 })
  await client.flush()
  expect(client.names('c.6')).toEqual([])
  expect(realtime.subscriptionCount('c.6')).toBe(0)
})

test('403 a subscriber waiting for a greeting can be evicted, or rejected by a full channel', async () => {
  const channel = 'presence-c.13'
  const greeting = Promise.withResolvers<Record<string, unknown>>()
  greetings.set(channel, greeting)
  const waiting: RawClient[] = []
  for (const user_id of ['ada', 'bob', 'eve', 'zoe']) {
    const client = await connect()
    client.send({
      event: 'pusher:subscribe',
      data: { channel, ...realtime.signChannel(client.id, channel, { user_id }) },
    })
    await client.flush()
    waiting.push(client)
  }
  realtime.evict(channel, ['ada'])
  greeting.resolve({ seq: 1 })
  const answers = waiting.map((client) =>
    client.until(() => client.received.find(({ event }) => /succeeded|error/.test(event)), 'answer'),
  )
  expect((await Promise.all(answers)).map(({ event }) => event)).toEqual([
    'pusher:subscription_error',
    succeeded,
    succeeded,
    'pusher:subscription_error',
  ])
  expect(realtime.members(channel).map(({ user_id }) => user_id)).toEqual(['bob', 'eve'])
})

test('a subscription succeeds without its greeting if that fails or is late', async () => {
  const client = await connect()
  for (const channel of ['c.7', 'c.8']) {
    const greeting = Promise.withResolvers<Record<string, unknown>>()
    greetings.set(channel, greeting)
    client.send({ event: 'pusher:subscribe', data: { channel } })
    await client.flush()
    if (channel === 'c.7') greeting.reject(new Error('no row'))
    expect((await client.waitFor(succeeded, channel)).data).toEqual({})
  }
})

test('403 evicted subscribers get an error and no more events, and stay connected', async () => {
  const [ada, bob] = [await connect(), await connect()]
  for (const [client, user_id] of [
    [ada, 'ada'],
    [bob, 'bob'],
  ] as const) {
    await client.subscribe('presence-c.9', { user_id })
    await client.subscribe('private-c.9')
  }
  realtime.evict('presence-c.9', ['ada'])
  expect((await ada.waitFor('pusher:subscription_error', 'presence-c.9')).data).toMatchObject({ status: 403 })
  realtime.publish('presence-c.9', 'secret', {})
  realtime.publish('private-c.9', 'other', {})
  await bob.waitFor('secret', 'presence-c.9')
  await ada.waitFor('other', 'private-c.9')
  expect(ada.received.map(({ event }) => event)).not.toContain('secret')
  expect(realtime.members('presence-c.9')).toEqual([{ user_id: 'bob', user_info: {} }])
})

test('4009 a terminated user loses every connection, signed in or known from presence', async () => {
  const [signedIn, present, other] = [await connect(), await connect(), await connect()]
  await signedIn.signIn({ id: 'eve' })
  await present.subscribe('presence-c.10', { user_id: 'eve' })
  await other.signIn({ id: 'ada' })
  await present.subscribe('c.10')
  realtime.publish('c.10', 'last-word', {})
  realtime.revoke('eve', 4009)
  expect([await signedIn.waitForClose(), await present.waitForClose()]).toEqual([4009, 4009])
  expect(present.received.slice(-2)).toMatchObject([
    { event: 'last-word' },
    { event: 'pusher:error', data: { code: 4009 } },
  ])
  await other.flush()
})

test('a cache channel keeps the server’s last event, and no client’s', async () => {
  const channel = 'private-cache-c'
  const first = await connect()
  await first.subscribe(channel)
  await first.waitFor('pusher:cache_miss', channel)
  realtime.publish(channel, 'price', 1)
  realtime.publish(channel, 'price', 2)
  first.send({ event: 'client-price', channel, data: 3 })
  await first.flush()
  const second = await connect()
  await second.subscribe(channel)
  await second.flush()
  expect(second.received.filter((each) => each.channel === channel && /price|miss/.test(each.event))).toEqual(
    [{ event: 'price', channel, data: 2 }],
  )
})

test('403 a connection has a limited number of channels', async () => {
  const client = await connect()
  for (let n = 0; n < 5; n++) await client.subscribe(`c.${n}.many`)
  client.send({ event: 'pusher:subscribe', data: { channel: 'c.6.many' } })
  expect((await client.waitFor('pusher:subscription_error')).data).toMatchObject({
    type: 'LimitReached',
    status: 403,
  })
})

test('subscribers get the subscription count', async () => {
  const [one, two] = [await connect(), await connect()]
  await one.subscribe('c.11')
  await two.subscribe('c.11')
  await two.unsubscribe('c.11')
  await one.flush()
  const counts = one.received.filter(({ event }) => event === 'pusher_internal:subscription_count')
  expect(counts.map(({ data }) => data)).toEqual(
    [1, 2, 1].map((subscription_count) => ({ subscription_count })),
  )
})

test('channels without subscribers leave nothing behind', async () => {
  const before = realtime.stats().channels
  const client = await connect()
  await client.subscribe('c.12')
  await client.subscribe('presence-c.12', { user_id: 'ada' })
  expect(realtime.stats().channels).toBe(before + 2)
  client.drop()
  await expect.poll(() => realtime.stats().channels).toBe(before)
})
