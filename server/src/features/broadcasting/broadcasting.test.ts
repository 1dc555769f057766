import type { AddressInfo } from 'node:net'
import PusherServer from 'pusher'
import { createRealtimePort } from '#platform/http/realtime-api.ts'
import { Pusher } from '#platform/realtime/test/official-clients.ts'
import {
  deleteIntegration,
  removeMember,
  sendMessage,
  sendVisitorMessage,
  signOut,
  type VisitorMessage,
} from '@ozvi/contract'
import { afterAll, expect, test } from 'vitest'
import { type Browser, testServer } from '../../../test/server.ts'

const server = await testServer({}, { isAnswering: false })
const listener = createRealtimePort(server.realtime)
await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
type Client = InstanceType<typeof Pusher>
// A TCP server's address is an object.
const { port } = listener.address() as AddressInfo
const sockets: Client[] = []
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  listener.close()
  await server[Symbol.asyncDispose]()
})

/** A real pusher-js client that uses the product's own authorization routes. */
function connect(who: Browser, endpoint = '/api/broadcasting/auth'): Client {
  const authorize = async (url: string, body: Record<string, string>) => {
    const reply = await who.request('POST', url, new URLSearchParams(body).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: who.headers.authorization ?? 'Bearer marker',
    })
    if (reply.statusCode !== 200) throw new Error(String(reply.statusCode))
    return reply.json()
  }
  const socket = new Pusher(server.ctx.secrets.realtime.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      endpoint,
      transport: 'ajax',
      customHandler: ({ socketId, channelName }, done) =>
        void authorize(endpoint, { socket_id: socketId, channel_name: channelName }).then(
          (auth) => done(null, auth),
          (error) => done(error, null),
        ),
    },
    userAuthentication: {
      endpoint: '/broadcasting/user-auth',
      transport: 'ajax',
      customHandler: ({ socketId }, done) =>
        void authorize('/broadcasting/user-auth', { socket_id: socketId }).then(
          (auth) => done(null, auth),
          (error) => done(error, null),
        ),
    },
  })
  sockets.push(socket)
  return socket
}
const subscribed = (socket: Client, name: string) =>
  new Promise<string>((resolve) => {
    const channel = socket.subscribe(name)
    channel.bind('pusher:subscription_succeeded', () => resolve('yes'))
    channel.bind('pusher:subscription_error', () => resolve('no'))
  })
const next = <T>(socket: Client, channel: string, event: string) =>
  new Promise<T>((resolve) => socket.channel(channel).bind(`App\\Events\\${event}`, resolve))
const sid = '123.456'

test('S7.12 S6.03 a member’s pusher-js receives a visitor’s message, and the visitor’s the reply', async () => {
  const { browser, integration_id, conversation_id, visitor, user } = await server.seed.conversation()
  const team = connect(browser)
  const customer = connect(visitor.browser, '/api/visitor/broadcasting/auth')
  const channels = {
    team: `presence-conversation.${conversation_id}`,
    visitor: `private-visitor.${visitor.contact_id}`,
  }
  expect(await subscribed(team, channels.team)).toBe('yes')
  expect(await subscribed(team, `presence-integration.${integration_id}`)).toBe('yes')
  expect(await subscribed(customer, channels.visitor)).toBe('yes')
  expect(server.ctx.presence.members(`presence-integration.${integration_id}`)).toEqual([user.id])

  const events = next<{ body: string }>(team, channels.team, 'MessageSent')
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Live?',
    locale: 'en',
  })
  expect((await events).body).toBe('Live?')
  const answered = new Promise<VisitorMessage>((resolve) =>
    customer.channel(channels.visitor).bind('App\\Events\\MessageSent', (message: VisitorMessage) => {
      if (message.author === 'member') resolve(message)
    }),
  )
  await browser.call(sendMessage, { integration_id, conversation_id, id: crypto.randomUUID(), body: 'Live!' })
  expect((await answered).body).toBe('Live!')
})

test('S7.13 a member signs in on the socket and receives events as that user', async () => {
  const { browser, user } = await server.seed.user()
  const socket = connect(browser)
  socket.signin()
  const said = new Promise((resolve) => socket.user.bind('hello', resolve))
  // After signing in, the client joins its user channel.
  const channel = `#server-to-user-${user.id}`
  await expect.poll(() => server.realtime.subscriptionCount(channel), { timeout: 15_000 }).toBe(1)
  server.realtime.sendToUser(user.id, 'hello', { to: 'you' })
  expect(await said).toEqual({ to: 'you' })
})

test('4009 a user whose connections are terminated through the HTTP API stays away', async () => {
  const [gone, stays] = [await server.seed.user(), await server.seed.user()]
  const sockets = [gone, stays].map(({ browser }) => connect(browser))
  for (const socket of sockets) {
    socket.signin()
    await socket.user.signinDonePromise
  }
  const { id, key, secret } = server.ctx.secrets.realtime
  const api = new PusherServer({
    appId: id,
    key,
    secret,
    host: '127.0.0.1',
    port: String(port),
    useTLS: false,
  })
  // No user can have the last one, which the database couldn't store.
  for (const user_id of [gone.user.id, 'unknown', 'a%00b'])
    expect(await api.terminateUserConnections(user_id)).toMatchObject({ status: 200 })
  await expect
    .poll(() => sockets.map(({ connection }) => connection.state))
    .toEqual(['disconnected', 'connected'])
})

test('404 413 the socket’s own port rejects other paths and large bodies as the main one does', async () => {
  const path = `/apps/${server.ctx.secrets.realtime.id}/events`
  for (const [url, payload] of [
    [path, 'x'.repeat(1024 * 1024 + 1)],
    [path, 'x'.repeat(3 * 1024 * 1024)],
    ['/nowhere?token=secret', '{}'],
  ] as const) {
    const main = await server.app.inject({ method: 'POST', url, payload })
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: payload })
    expect([reply.status, await reply.json()]).toEqual([main.statusCode, main.json()])
  }
})

test('SEC-21 guests and visitors can’t subscribe to channels of others', async () => {
  const a = await server.seed.conversation()
  const b = await server.seed.conversation()
  const theirs = [
    `presence-integration.${a.integration_id}`,
    `private-integration.${a.integration_id}`,
    `private-integration.${a.integration_id}-orders`,
    `presence-conversation.${a.conversation_id}`,
    `private-visitor.${a.visitor.contact_id}`,
    `private-anything`,
  ]
  const askQuestion = (who: Browser, url: string, channel_name: string) =>
    who.request('POST', url, { socket_id: sid, channel_name })
  for (const channel of theirs) {
    expect((await askQuestion(b.browser, '/api/broadcasting/auth', channel)).statusCode, channel).toBe(403)
    expect(
      (await askQuestion(b.visitor.browser, '/api/visitor/broadcasting/auth', channel)).statusCode,
      channel,
    ).toBe(403)
    expect((await askQuestion(server.browser(), '/api/broadcasting/auth', channel)).statusCode, channel).toBe(
      401,
    )
    expect(
      (await askQuestion(server.browser(), '/api/visitor/broadcasting/auth', channel)).statusCode,
      channel,
    ).toBe(401)
  }
  expect(
    (
      await askQuestion(
        a.visitor.browser,
        '/api/visitor/broadcasting/auth',
        `presence-conversation.${a.conversation_id}`,
      )
    ).statusCode,
  ).toBe(403)
})

test('SEC-02 members share private channels of their workspace, and are unsubscribed when it ends', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const colleague = await server.seed.member(integration_id, 'agent')
  const channel = `private-integration.${integration_id}-orders`
  const [owner, agent] = [connect(browser), connect(colleague.browser)]
  for (const socket of [owner, agent]) expect(await subscribed(socket, channel)).toBe('yes')
  const events = new Promise((resolve) =>
    agent
      .channel(channel)
      .bind('client-note', (data: unknown, notified: unknown) => resolve([data, notified])),
  )
  owner.channel(channel).trigger('client-note', { text: 'mine' })
  expect(await events).toEqual([{ text: 'mine' }, {}])
  const put_out = new Promise((resolve) => agent.channel(channel).bind('pusher:subscription_error', resolve))
  await browser.call(deleteIntegration, { integration_id })
  // The client has reconnected by then and was denied another signature.
  expect(await put_out).toMatchObject({ type: 'AuthError', error: '403' })
  expect(server.realtime.subscriptionCount(channel)).toBe(0)
})

test('SEC-20 422: names and socket ids that would make a signature ambiguous aren’t signed', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const own = `presence-integration.${integration_id}`
  const invalid: [string, string][] = [
    ['1.1\n', own],
    ['1.1:private-y', own],
    ['1.1', `${own}:{"user_id":1}`],
    ['1.1', `#server-to-user-${integration_id}`],
    ['1.1', `private-${'x'.repeat(300)}`],
    ['1.1::user::{"id":1}', own],
  ]
  for (const [socket_id, channel_name] of invalid) {
    const reply = await browser.request('POST', '/api/broadcasting/auth', { socket_id, channel_name })
    expect([403, 422], `${socket_id} ${channel_name}`).toContain(reply.statusCode)
    expect(reply.body).not.toContain('"auth"')
  }
  for (const url of ['/api/broadcasting/auth', '/broadcasting/user-auth']) {
    const reply = await browser.request('POST', url, { socket_id: `1.${'1'.repeat(17)}`, channel_name: own })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['socket_id']])
  }
})

test('S7.12 419: the CSRF marker in the authorization header isn’t a credential', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const body = { socket_id: sid, channel_name: `presence-integration.${integration_id}` }
  expect(
    (
      await browser.request('POST', '/api/broadcasting/auth', body, {
        'x-xsrf-token': '',
        authorization: 'Bearer marker',
      })
    ).statusCode,
  ).toBe(419)
  expect(
    (
      await server
        .browser()
        .request('POST', '/api/broadcasting/auth', body, { authorization: 'Bearer marker' })
    ).statusCode,
  ).toBe(401)
})

test('SEC-02 signing out closes the user’s sockets', async () => {
  const { browser, integration_id } = await server.seed.integration()
  const socket = connect(browser)
  expect(await subscribed(socket, `presence-integration.${integration_id}`)).toBe('yes')
  const closed = new Promise((resolve) =>
    socket.connection.bind(
      'state_change',
      ({ current }: { current: string }) => current !== 'connected' && resolve(current),
    ),
  )
  await browser.call(signOut, {})
  await closed
})

test('SEC-05 a removed member is unsubscribed from the workspace’s channels and can’t return', async () => {
  const { browser, integration_id, conversation_id, visitor } = await server.seed.conversation()
  const agent = await server.seed.member(integration_id, 'agent')
  const socket = connect(agent.browser)
  const channels = [`presence-integration.${integration_id}`, `presence-conversation.${conversation_id}`]
  for (const channel of channels) expect(await subscribed(socket, channel)).toBe('yes')
  const events: string[] = []
  socket.bind_global((event: string) => event.startsWith('App') && events.push(event))
  const rejected = channels.map(
    (name) => new Promise((resolve) => socket.channel(name).bind('pusher:subscription_error', resolve)),
  )
  await browser.call(removeMember, { integration_id, user_id: agent.user.id })
  await Promise.all(rejected)
  const before = events.length
  await visitor.browser.call(sendVisitorMessage, {
    conversation_id,
    id: crypto.randomUUID(),
    body: 'Who is there?',
    locale: 'en',
  })
  await expect.poll(() => server.ctx.presence.members(channels[0] ?? '')).toEqual([])
  expect(events.length).toBe(before)
})
