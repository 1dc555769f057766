import { afterEach, expect, test, vi } from 'vitest'
import { type WebSocket as Peer, WebSocketServer } from 'ws'
import { createPusher, type Pusher, type PusherOptions, type PusherState } from './pusher.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
})

/** Waits for it, on a machine that may be busy with other things. */
const soon = (check: () => void) => vi.waitFor(check, 10_000)

/** The server's half of the protocol; a test controls each of its connections. */
async function fakeServer(port = 0) {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const peers: Peer[] = []
  const received: { event: string; data: Record<string, unknown>; channel?: string }[] = []
  const paths: (string | undefined)[] = []
  /** The codes that connections were closed with. */
  const ends: number[] = []
  const behaviour = { closesWith: 0, isSilent: false }
  server.on('connection', (peer, request) => {
    peers.push(peer)
    paths.push(request.url)
    peer.on('close', (code) => ends.push(code))
    peer.on('message', (raw) => {
      const frame = JSON.parse(String(raw))
      received.push(frame)
      if (behaviour.isSilent) return
      if (frame.event === 'pusher:ping') emit(peer, 'pusher:pong', {})
      if (frame.event === 'pusher:subscribe')
        emit(peer, 'pusher_internal:subscription_succeeded', {}, frame.data.channel)
    })
    if (behaviour.closesWith) peer.close(behaviour.closesWith)
    else
      emit(peer, 'pusher:connection_established', { socket_id: `1.${peers.length}`, activity_timeout: 120 })
  })
  const emit = (peer: Peer, event: string, data: unknown, channel?: string) =>
    peer.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }))
  const close = () => {
    for (const peer of peers) peer.terminate()
    server.close()
  }
  undo.push(close)
  // A listening TCP server has an address object.
  const address = server.address() as { port: number }
  return { peers, received, paths, ends, behaviour, emit, close, port: address.port }
}
/** Comes back fast and is patient with a silent line, since a busy machine is silent at times. */
const timings = {
  backoff_ms: 10,
  unavailable_ms: 60_000,
  activity_ms: 60_000,
  pong_ms: 60_000,
  stable_ms: 60,
}
function client(port: number, more: Partial<PusherOptions> = {}) {
  const states: PusherState[] = []
  const pusher = createPusher({
    address: { key: 'app-key', host: '127.0.0.1', port, scheme: 'http' },
    authorize: (socket_id, channel) => Promise.resolve({ auth: `app-key:${socket_id}:${channel}` }),
    onState: (state) => states.push(state),
    timings,
    ...more,
  })
  undo.push(() => pusher.disconnect())
  pusher.connect()
  return { pusher, states }
}
function listen(pusher: Pusher, channel: string) {
  const log: unknown[] = []
  const stop = pusher.subscribe(channel, {
    live: () => log.push('live'),
    received: (event, data) => log.push([event, data]),
    rejected: () => log.push('rejected'),
  })
  return { log, stop }
}

test('a private channel is authorized for its connection, goes live and delivers events', async () => {
  const server = await fakeServer()
  const { pusher, states } = client(server.port)
  const { log } = listen(pusher, 'private-visitor.7')
  await soon(() => expect(log).toEqual(['live']))
  expect(server.paths[0]).toBe('/app/app-key?protocol=7&client=ozvi&version=1&flash=false')
  expect(server.received[0]).toEqual({
    event: 'pusher:subscribe',
    data: { channel: 'private-visitor.7', auth: 'app-key:1.1:private-visitor.7' },
  })
  server.emit(server.peers[0]!, 'App\\Events\\MessageSent', { seq: 3 }, 'private-visitor.7')
  server.emit(server.peers[0]!, 'App\\Events\\MessageSent', { seq: 4 }, 'private-visitor.8')
  server.emit(server.peers[0]!, 'App\\Events\\MessageSent', { seq: 5 }, 'private-visitor.7')
  await soon(() => expect(log).toHaveLength(3))
  expect(log.slice(1)).toEqual([
    ['App\\Events\\MessageSent', { seq: 3 }],
    ['App\\Events\\MessageSent', { seq: 5 }],
  ])
  expect(states).toEqual(['connecting', 'connected'])
})

test('REL-03 after every lost connection the channels are subscribed again and their listeners notified', async () => {
  const server = await fakeServer()
  const { pusher } = client(server.port)
  const { log } = listen(pusher, 'private-visitor.7')
  const news = listen(pusher, 'news')
  await soon(() => expect(log).toEqual(['live']))
  server.peers[0]!.terminate()
  await soon(() => expect(log).toEqual(['live', 'live']))
  expect(news.log).toEqual(['live', 'live'])
  expect(server.received.map(({ data }) => data['auth'])).toContain('app-key:1.2:private-visitor.7')
})

test('4001 ends all attempts, 4100 and 4200 bring the client back', async () => {
  const server = await fakeServer()
  const { pusher } = client(server.port)
  await soon(() => expect(pusher.state).toBe('connected'))
  server.peers[0]!.close(4200)
  await soon(() => expect(server.peers).toHaveLength(2))
  await soon(() => expect(pusher.state).toBe('connected'))
  server.peers[1]!.close(4100)
  await soon(() => expect(server.peers).toHaveLength(3))
  await soon(() => expect(pusher.state).toBe('connected'))
  server.peers[2]!.close(4001)
  await soon(() => expect(pusher.state).toBe('failed'))
  pusher.nudge()
  expect(pusher.state).toBe('failed')
})

test('a client that disconnects while connecting closes the connection once it is open', async () => {
  const server = await fakeServer()
  const { pusher } = client(server.port)
  pusher.disconnect()
  // 1005: closed properly, without a code; a connection that is cut off has 1006.
  await soon(() => expect(server.ends).toEqual([1005]))
  expect(pusher.state).toBe('disconnected')
})

test('REL-07 a server that repeatedly sends 4200 is retried with growing delays', async () => {
  const server = await fakeServer()
  server.behaviour.closesWith = 4200
  const waits: number[] = []
  const original = globalThis.setTimeout
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
    if (run.name === 'open') waits.push(ms ?? 0)
    return original(run, ms)
  }) as typeof setTimeout) // the spy keeps the call shape this module uses
  undo.push(() => spy.mockRestore())
  client(server.port, { random: () => 1 })
  await soon(() => expect(waits.length).toBeGreaterThan(4))
  expect(waits.slice(0, 5)).toEqual([5, 20, 40, 80, 160])
})

test('without a connection the state is unavailable, and attempts continue until there is one', async () => {
  const closedServer = await fakeServer()
  closedServer.close()
  const { pusher, states } = client(closedServer.port, { timings: { ...timings, unavailable_ms: 200 } })
  await soon(() => expect(states).toEqual(['connecting', 'unavailable']))
  const back = await fakeServer(closedServer.port)
  pusher.nudge()
  await soon(() => expect(states).toEqual(['connecting', 'unavailable', 'connected']))
  expect(back.peers.length).toBeGreaterThan(0)
})

test('REL-10 a silent connection is pinged, and closed if it stays silent', async () => {
  const server = await fakeServer()
  const { pusher } = client(server.port, { timings: { ...timings, activity_ms: 200, pong_ms: 2_000 } })
  await soon(() => expect(server.received.some(({ event }) => event === 'pusher:ping')).toBe(true))
  expect(pusher.state).toBe('connected')
  server.behaviour.isSilent = true
  await soon(() => expect(server.peers.length).toBeGreaterThan(1))
})

test('403 from the authorizer is final for the connection, an unreachable one is retried', async () => {
  const server = await fakeServer()
  let requests = 0
  const { pusher } = client(server.port, {
    authorize: (_, channel) => {
      if (channel === 'private-other') return Promise.resolve(null)
      return ++requests < 3 ? Promise.reject(new Error('offline')) : Promise.resolve({ auth: 'app-key:x' })
    },
  })
  const other = listen(pusher, 'private-other')
  const own = listen(pusher, 'private-own')
  await soon(() => expect(own.log).toEqual(['live']))
  expect(requests).toBe(3)
  expect(other.log).toEqual(['rejected'])
})

test('a left channel is silent, client events need a live one, and malformed frames are ignored', async () => {
  const server = await fakeServer()
  const { pusher } = client(server.port)
  const { log, stop } = listen(pusher, 'private-visitor.7')
  expect(pusher.trigger('private-visitor.7', 'typing', {})).toBe(false)
  await soon(() => expect(log).toEqual(['live']))
  for (const junk of ['', '{', 'null', '[]', '7', '{"event":"x"}', '{"event":"x","channel":7,"data":"{"}'])
    server.peers[0]!.send(junk)
  expect(pusher.trigger('private-visitor.7', 'typing', { is: true })).toBe(true)
  const again = listen(pusher, 'private-visitor.7')
  expect(again.log).toEqual(['live'])
  stop()
  again.stop()
  await soon(() =>
    expect(server.received.slice(1)).toEqual([
      { event: 'client-typing', data: { is: true }, channel: 'private-visitor.7' },
      { event: 'pusher:unsubscribe', data: { channel: 'private-visitor.7' } },
    ]),
  )
  server.emit(server.peers[0]!, 'x', {}, 'private-visitor.7')
  expect(log).toEqual(['live'])
  pusher.disconnect()
  expect(pusher.state).toBe('disconnected')
})
