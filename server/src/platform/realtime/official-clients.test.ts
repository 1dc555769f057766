import { afterAll, expect, test } from 'vitest'
import { firstOf, live, officialClients, Pusher } from './test/official-clients.ts'
import { app, startStandalone } from './test/standalone.ts'

const { realtime, port, close } = await startStandalone({ timings: { sweep_ms: 50 } })
const { pusher, echo, api, close: closeClients } = officialClients(realtime, port)
afterAll(async () => {
  closeClients()
  await close()
})

const ada = { member: { user_id: 'ada', user_info: { name: 'Ada' } }, user: { id: 'ada' } }
const bob = { member: { user_id: 'bob', user_info: { name: 'Bob' } }, user: { id: 'bob' } }

test('S7.20 Echo receives namespaced events on public, private and presence channels', async () => {
  const page = echo(ada)
  for (const [enter, name] of [
    [() => page.channel('o.1'), 'o.1'],
    [() => page.private('o.1'), 'private-o.1'],
    [() => page.join('o.1'), 'presence-o.1'],
  ] as const) {
    const channel = enter()
    const received = new Promise((resolve) => channel.listen('MessageSent', resolve))
    await new Promise<void>((resolve) => void channel.subscribed(resolve))
    realtime.publish(name, 'App\\Events\\MessageSent', { body: 'Dobrý deň ✓' })
    expect(await received).toEqual({ body: 'Dobrý deň ✓' })
  }
})

test('S7.20 an encrypted channel carries ciphertext that only its subscribers can read', async () => {
  const name = 'private-encrypted-o.2'
  // The channel's key comes from the authorization, as the pusher package derives it.
  const withKey = {
    channelAuthorization: {
      transport: 'ajax' as const,
      endpoint: '',
      customHandler: (
        { socketId, channelName }: { socketId: string; channelName: string },
        done: (error: Error | null, data: { auth: string; shared_secret?: string } | null) => void,
      ) => done(null, api.authorizeChannel(socketId, channelName)),
    },
  }
  const channel = pusher(ada, withKey).subscribe(name)
  const received = firstOf(channel, 'note')
  await live(channel)
  const seen: unknown[] = []
  realtime.listenTo((_channel, _event, data) => seen.push(data))
  await api.trigger(name, 'note', { secret: 'ü' })
  expect(await received).toEqual({ secret: 'ü' })
  expect(seen).toEqual([{ nonce: expect.any(String), ciphertext: expect.any(String) }])
})

test('S7.20 Echo whispers reach the others on a private channel, with the prefix of client events', async () => {
  const [one, two] = [echo(ada).private('o.3'), echo(bob).private('o.3')]
  const received = new Promise((resolve) => two.listenForWhisper('typing', resolve))
  await Promise.all([one, two].map((each) => new Promise<void>((resolve) => void each.subscribed(resolve))))
  one.whisper('typing', { is_typing: true })
  expect(await received).toEqual({ is_typing: true })
})

test('S6.03 Echo reports members here, joining and leaving on a presence channel', async () => {
  const log: unknown[] = []
  const [one, two] = [echo(ada), echo(bob)]
  const channel = one.join('o.4')
  const here = new Promise<void>((resolve) => {
    channel
      .here((members: unknown) => resolve(void log.push(['here', members])))
      .joining((member: unknown) => log.push(['joining', member]))
      .leaving((member: unknown) => log.push(['leaving', member]))
  })
  await here
  await new Promise<void>((resolve) => void two.join('o.4').subscribed(resolve))
  await expect.poll(() => log.length).toBe(2)
  two.leave('o.4')
  await expect
    .poll(() => log)
    .toEqual([
      ['here', [{ name: 'Ada' }]],
      ['joining', { name: 'Bob' }],
      ['leaving', { name: 'Bob' }],
    ])
})

test('S7.12 a signed response subscribes pusher-js to a channel; a rejection is reported for that channel', async () => {
  const client = pusher(ada)
  await live(client.subscribe('private-o.5'))
  const forged = pusher(
    {},
    {
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '',
        customHandler: (_request, done) => done(null, { auth: `${app.key}:${'0'.repeat(64)}` }),
      },
    },
  ).subscribe('private-o.5')
  expect(await firstOf(forged, 'pusher:subscription_error')).toMatchObject({ type: 'AuthError', status: 401 })
  expect(realtime.subscriptionCount('private-o.5')).toBe(1)
})

test('S7.13 events to a signed-in user reach all of their connections and no one else', async () => {
  const [one, two, other] = [pusher(ada), pusher(ada), pusher(bob)]
  for (const each of [one, two, other]) {
    each.signin()
    await each.user.signinDonePromise
  }
  await expect.poll(() => realtime.subscriptionCount('#server-to-user-ada')).toBe(2)
  const strange: unknown[] = []
  other.user.bind_global((...received: unknown[]) => strange.push(received))
  const received = Promise.all([one, two].map((each) => firstOf(each.user, 'note')))
  realtime.sendToUser('ada', 'note', { n: 1 })
  expect(await received).toEqual([{ n: 1 }, { n: 1 }])
  expect(strange).toEqual([])
})

test('S7.13 a presence channel takes a signed-in connection as its user', async () => {
  const name = 'presence-o.6'
  const client = pusher(ada, {
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) =>
        done(null, api.authorizeChannel(socketId, channelName)),
    },
  })
  client.signin()
  await client.user.signinDonePromise
  await live(client.subscribe(name))
  expect(realtime.members(name)).toEqual([{ user_id: 'ada', user_info: {} }])
})

test('a terminated user stays disconnected and others stay', async () => {
  const [gone, stays] = [pusher({ user: { id: 'eve' } }), pusher(bob)]
  for (const each of [gone, stays]) {
    each.signin()
    await each.user.signinDonePromise
  }
  await api.terminateUserConnections('eve')
  await expect.poll(() => gone.connection.state).toBe('disconnected')
  expect(stays.connection.state).toBe('connected')
})

test('the server sets an activity timeout of 120 seconds and pusher-js uses it', async () => {
  const client = pusher(ada, { activityTimeout: 500_000 })
  await firstOf(client.connection, 'connected')
  expect(client.connection).toMatchObject({ activityTimeout: 120_000 })
})

test('S5.04 pusher-js stops for an unknown app key, and doesn’t start without one', async () => {
  const client = new Pusher('no-such-key', {
    cluster: 'none',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
  })
  await firstOf(client.connection, 'disconnected')
  expect(() => new Pusher(undefined as never, { cluster: 'none' })).toThrow(/key/)
  expect(() => new Pusher(app.key, {} as never)).toThrow(/cluster/)
})

test('the pusher package can leave out the socket that caused an event, and lists no channels of users', async () => {
  const [sender, other] = [pusher(ada), pusher(bob)]
  const received: string[] = []
  for (const [name, client] of Object.entries({ sender, other })) {
    client.signin()
    const channel = client.subscribe('o.8')
    channel.bind('change', () => received.push(name))
    await live(channel)
  }
  const ends = Promise.all([sender, other].map((client) => firstOf(client.channel('o.8'), 'end')))
  await api.trigger('o.8', 'change', {}, { socket_id: sender.connection.socket_id })
  await api.trigger('o.8', 'end', {})
  await ends
  expect(received).toEqual(['other'])
  await expect.poll(() => realtime.subscriptionCount('#server-to-user-bob')).toBeGreaterThan(0)
  const { channels } = await (await api.get({ path: '/channels' })).json()
  expect(Object.keys(channels).filter((name) => !/^[a-z]/.test(name))).toEqual([])
  expect(channels).toHaveProperty(['o.8'])
})

test('the pusher package publishes, lists and inspects channels', async () => {
  const client = pusher(ada)
  const [open, presence] = [client.subscribe('o.7'), client.subscribe('presence-o.7')]
  await Promise.all([live(open), live(presence)])
  const received = Promise.all([firstOf(open, 'a'), firstOf(presence, 'b')])
  await api.triggerBatch([
    { channel: 'o.7', name: 'a', data: { n: 1 } },
    { channel: 'presence-o.7', name: 'b', data: 'plain' },
  ])
  expect(await received).toEqual([{ n: 1 }, 'plain'])
  const get = async (path: string, params = {}) => (await api.get({ path, params })).json()
  expect(await get('/channels', { filter_by_prefix: 'presence-o.7', info: 'user_count' })).toEqual({
    channels: { 'presence-o.7': { user_count: 1 } },
  })
  expect(await get('/channels/presence-o.7/users')).toEqual({ users: [{ id: 'ada' }] })
  expect(await get('/channels/o.7', { info: 'subscription_count' })).toEqual({
    occupied: true,
    subscription_count: 1,
  })
})
