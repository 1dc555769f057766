// @vitest-environment jsdom
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { minute_ms } from '@ozvi/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { EventListener } from '@ozvi/wire'
import { type WebSocket, WebSocketServer } from 'ws'
import { eva } from '../../../test/fixtures.ts'
import { createTestTransport, errorReply } from '../../../test/transport.ts'
import { queryClient } from '../calls/query-client.ts'
import { sessionQuery } from '../session/session.tsx'
import { toasts } from '#ui/toast.ts'
import {
  connectRealtime,
  disconnectRealtime,
  listenRealtime,
  onRealtimeState,
  realtimeState,
  watchRealtime,
} from './realtime.ts'

/** A socket server with the first frames of the protocol, enough to connect and subscribe. */
let http: Server
const sockets: {
  socket: WebSocket
  url: string
  received: { event: string; data: Record<string, string> }[]
}[] = []
const authRequests: { url: string; headers: Record<string, string>; body: object | null }[] = []
let authStatus: number | 'offline' = 200
const stops: (() => void)[] = []
const listenTo = (channel: string, event: string, listener: EventListener<unknown>) =>
  void stops.push(listenRealtime(channel, event, listener))

beforeAll(async () => {
  http = createServer()
  new WebSocketServer({ server: http }).on('connection', (socket, request) => {
    const one = { socket, url: request.url ?? '', received: [] as (typeof sockets)[0]['received'] }
    sockets.push(one)
    const sendFrame = (event: string, data: object, channel?: string) =>
      socket.send(JSON.stringify({ event, data: JSON.stringify(data), ...(channel ? { channel } : {}) }))
    sendFrame('pusher:connection_established', { socket_id: `${sockets.length}.1`, activity_timeout: 120 })
    socket.on('message', (frame) => {
      const { event, data } = JSON.parse(String(frame))
      one.received.push({ event, data })
      if (event !== 'pusher:subscribe') return
      sendFrame(
        'pusher_internal:subscription_succeeded',
        { presence: { ids: [], hash: {}, count: 0 } },
        data.channel,
      )
    })
  })
  await new Promise<void>((ready) => http.listen(0, ready))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    authRequests.push({
      url,
      headers: init.headers as Record<string, string>,
      body: JSON.parse(String(init.body ?? 'null')),
    })
    if (url === '/api/csrf-token') {
      document.cookie = 'XSRF-TOKEN=fresh; path=/'
      return new Response(null, { status: 204 })
    }
    const auth = { auth: 'key:signed', channel_data: '{"user_id":"1"}', user_data: '{"id":"1"}' }
    if (authStatus === 'offline') throw new TypeError('Failed to fetch')
    return Response.json(auth, { status: authStatus })
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  disconnectRealtime()
  sockets.length = authRequests.length = 0
  authStatus = 200
})
afterAll(() => {
  vi.unstubAllGlobals()
  http.closeAllConnections()
  http.close()
})
const address = () => ({
  key: 'app-key',
  host: 'localhost',
  port: (http.address() as AddressInfo).port,
  scheme: 'http' as const,
})
const until = (condition: () => unknown) => vi.waitFor(() => expect(condition()).toBeTruthy(), 5000)

test('S4.10 one client is created per user, and another one only when the id changes', async () => {
  await connectRealtime('', address())
  expect(realtimeState()).toBe('initialized')
  await Promise.all([connectRealtime('eva', address()), connectRealtime('eva', address())])
  await until(() => realtimeState() === 'connected')
  await connectRealtime('eva', address())
  expect(sockets.length).toBe(1)
  await connectRealtime('tom', address())
  await until(() => sockets.length === 2)
})
test('S7.20 the socket uses the configured host and protocol 7', async () => {
  await connectRealtime('eva', address())
  await until(() => realtimeState() === 'connected')
  expect(sockets[0]?.url).toMatch(/^\/app\/app-key\?protocol=7&client=js/)
})
test('S7.20 TLS is used unless the scheme says otherwise, and only WebSockets', async () => {
  const beginnings: Buffer[] = []
  const listener = createTcpServer((socket) => {
    socket.on('error', () => {}) // the client closes it too
    socket.once('data', (bytes) => {
      beginnings.push(bytes)
      socket.destroy()
    })
  })
  await new Promise<void>((ready) => listener.listen(0, '0.0.0.0', ready))
  // Localhost under another name. A TCP server's address is an object.
  const there = { key: 'app-key', host: '0.0.0.0', port: (listener.address() as AddressInfo).port }
  await connectRealtime('eva', { ...there, scheme: 'https' })
  await until(() => beginnings.length > 0)
  const handshake = 0x16
  expect(new Set(beginnings.map(([byte]) => byte))).toEqual(new Set([handshake]))

  disconnectRealtime()
  const before = beginnings.length
  await connectRealtime('eva', { ...there, scheme: 'http' })
  await until(() => beginnings.length > before)
  for (const said of beginnings.slice(before)) {
    expect(String(said)).toMatch(/^GET \/app\/app-key\?protocol=7[^]*\r\nupgrade: websocket\r\n/i)
  }
  listener.close()
})
test('a member who returns within two seconds stays present', async () => {
  const memberLists: string[][] = []
  const channel = 'presence-integration.1'
  stops.push(watchRealtime(channel, (present) => memberLists.push(present.map(({ name }) => name))))
  await connectRealtime('eva', address())
  await until(() => memberLists.length > 0)
  const sendFrame = (event: string, data: object) =>
    sockets[0]?.socket.send(JSON.stringify({ event: `pusher_internal:${event}`, data, channel }))
  const jan = { user_id: 'jan', user_info: { name: 'Ján' } }
  sendFrame('member_added', jan)
  await until(() => memberLists.at(-1)?.length === 1)
  const before = memberLists.length
  sendFrame('member_removed', { user_id: 'jan' })
  sendFrame('member_added', jan)
  await until(() => memberLists.length > before)
  expect(memberLists.slice(before)).toEqual([['Ján']])
  sendFrame('member_removed', { user_id: 'jan' })
  await until(() => memberLists.at(-1)?.length === 0)
})
test('S4.11 connection states can be observed', async () => {
  const seen: string[] = []
  const stop = onRealtimeState(() => seen.push(realtimeState()))
  await connectRealtime('eva', address())
  await until(() => seen.includes('connected'))
  disconnectRealtime()
  await until(() => seen.includes('disconnected'))
  stop()
})
test('S7.12 S6.03 private and presence channels are authorized with the CSRF token, and events reach every listener', async () => {
  const received: unknown[] = []
  const lives: string[] = []
  listenTo('presence-integration.1', 'ConversationChanged', {
    live: () => lives.push('first'),
    received: (data) => received.push(data),
  })
  await connectRealtime('eva', address())
  await until(() => lives.length === 1)
  const request = authRequests.find(({ url }) => url === '/api/broadcasting/auth')
  expect(request?.body).toEqual({ socket_id: '1.1', channel_name: 'presence-integration.1' })
  expect(request?.headers).toMatchObject({
    'x-xsrf-token': 'fresh',
    authorization: 'Bearer session',
  })
  listenTo('presence-integration.1', 'ConversationChanged', {
    live: () => lives.push('second'),
    received: () => {},
  })
  expect(lives).toEqual(['first', 'second'])
  sockets[0]?.socket.send(
    JSON.stringify({
      event: 'App\\Events\\ConversationChanged',
      channel: 'presence-integration.1',
      data: JSON.stringify({ id: 7 }),
    }),
  )
  await until(() => received.length === 1)
  expect(received).toEqual([{ id: 7 }])
})
test('S7.13 the user signs in on the socket', async () => {
  await connectRealtime('eva', address())
  await until(() => authRequests.some(({ url }) => url === '/broadcasting/user-auth'))
  const request = authRequests.find(({ url }) => url === '/broadcasting/user-auth')
  expect(request?.headers).toMatchObject({
    'x-xsrf-token': expect.stringMatching(/./),
    authorization: 'Bearer session',
  })
})
test('419 S7.12 a stale token is refreshed once', async () => {
  authStatus = 419
  listenTo('private-x', 'Any', { live: () => {}, received: () => {} })
  await connectRealtime('eva', address())
  await until(() => authRequests.filter(({ url }) => url === '/api/broadcasting/auth').length >= 2)
  expect(authRequests.some(({ url }) => url === '/api/csrf-token')).toBe(true)
})
test('401 S4.05 S4.06 S7.01 a rejected sign-in of the socket reloads the user without a redirect', async () => {
  const server = createTestTransport({
    'GET /api/user': () => errorReply(401, 'unauthenticated', 'Sign in to continue.'),
  })
  queryClient.setQueryData(sessionQuery.queryKey, { user: eva, is_unverified: false })
  authStatus = 401
  await connectRealtime('eva', address())
  await until(() => queryClient.getQueryData(sessionQuery.queryKey)?.user === null)
  expect(server.left).toEqual([])
})
test('S4.08 S9.05 channel authorization renews the CSRF token after 15 minutes and stores the time', async () => {
  const refreshedAt = () => Number(/ozvi_csrf_refreshed_at=(\d+)/.exec(document.cookie)?.[1])
  const join = async (channel: string, age_ms: number) => {
    document.cookie = 'XSRF-TOKEN=held; path=/'
    document.cookie = `ozvi_csrf_refreshed_at=${Date.now() - age_ms}; path=/`
    authRequests.length = 0
    listenTo(channel, 'Any', { live: () => {}, received: () => {} })
    await until(() => authRequests.some(({ body }) => Object(body).channel_name === channel))
    return authRequests.map(({ url, headers }) => [url, headers['x-xsrf-token']])
  }
  await connectRealtime('eva', address())
  await until(() => realtimeState() === 'connected')
  await until(() => authRequests.some(({ url }) => url === '/broadcasting/user-auth'))
  expect(await join('private-young', 14 * minute_ms)).toEqual([['/api/broadcasting/auth', 'held']])
  expect(await join('private-old', 16 * minute_ms)).toEqual([
    ['/api/csrf-token', undefined],
    ['/api/broadcasting/auth', 'fresh'],
  ])
  expect(Date.now() - refreshedAt()).toBeLessThan(60_000)
})
test('403 S8.06 a rejected channel is logged and reported to the library, not to the user', async () => {
  authStatus = 403
  listenTo('private-y', 'Any', { live: () => {}, received: () => {} })
  await connectRealtime('eva', address())
  await until(() =>
    vi.mocked(console.error).mock.calls.some(([what]) => what === 'Channel private-y was not authorized'),
  )
  // Frames arrive in order: a subscription to the rejected channel would have been sent before this one.
  authStatus = 200
  listenTo('private-z', 'Any', { live: () => {}, received: () => {} })
  const subscribed = () =>
    sockets[0]?.received
      .filter(({ event }) => event === 'pusher:subscribe')
      .map(({ data }) => data['channel'])
  await until(() => subscribed()?.includes('private-z'))
  expect(subscribed()).not.toContain('private-y')
  expect(toasts()).toEqual([])
})
test('the listener of a channel that may not be subscribed to learns that it is rejected', async () => {
  await connectRealtime('eva', address())
  await until(() => realtimeState() === 'connected')
  authStatus = 403
  let rejected = 0
  listenTo('private-y', 'Any', { live: () => {}, received: () => {}, rejected: () => rejected++ })
  await until(() => rejected === 1)
})
test.each([503, 429, 'offline'] as const)(
  'a channel whose authorization fails with %s is authorized later',
  async (failure) => {
    await connectRealtime('eva', address())
    await until(() => realtimeState() === 'connected')
    authStatus = failure
    let live = 0
    listenTo('private-y', 'Any', { live: () => live++, received: () => {} })
    await until(() => authRequests.some(({ body }) => body && 'channel_name' in body))
    authStatus = 200
    dispatchEvent(new Event('online'))
    await until(() => live === 1)
    expect(sockets).toHaveLength(1)
  },
)
test('after a disconnect, no authorization is retried', async () => {
  await connectRealtime('eva', address())
  await until(() => realtimeState() === 'connected')
  authStatus = 503
  listenTo('private-y', 'Any', { live: () => {}, received: () => {} })
  await until(() => authRequests.some(({ body }) => body && 'channel_name' in body))
  disconnectRealtime()
  const before = authRequests.length
  dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(authRequests).toHaveLength(before)
})
test('S8.06 a client that can’t be created is logged, and a later one can be created', async () => {
  // As from a server that isn't configured.
  await connectRealtime('eva', { ...address(), key: undefined as never })
  expect(console.error).toHaveBeenCalledWith(
    'Failed to create the realtime client',
    expect.stringMatching(/^You must pass your app key when you instantiate/),
  )
  expect(toasts()).toEqual([])
  await connectRealtime('eva', address())
  await until(() => realtimeState() === 'connected')
})
