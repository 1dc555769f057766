// @vitest-environment jsdom
import { minute_ms } from '@ozvi/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  connectRealtime,
  disconnectRealtime,
  onRealtimeState,
  type RealtimeState,
  realtimeState,
} from './realtime/realtime.ts'

/* Timings of the realtime client: the library as browsers get it, with fake sockets. */

// The package's main file is the one for Node.
vi.mock('pusher-js', () => import('../../../node_modules/pusher-js/dist/web/pusher.js' as string))

type Server = 'silent' | 'refusing' | 'up'
let server: Server
/** When each socket was opened and closed, in ms since the start of the test. */
let sockets: FakeSocket[]
let began_ms: number
const now = () => Date.now() - began_ms

class FakeSocket extends EventTarget {
  readonly opened_at = now()
  closed_at: number | undefined
  readonly sent: { event: string; at: number }[] = []
  onopen?: () => void
  onmessage?: (message: { data: string }) => void
  onclose?: (close: { code: number }) => void
  onerror?: (error: Event) => void
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    sockets.push(this)
    if (server === 'refusing') setTimeout(() => this.end(1006))
    if (server === 'up') setTimeout(() => this.accept())
  }
  accept() {
    this.onopen?.()
    this.emit('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 })
  }
  emit(event: string, data: object) {
    this.onmessage?.({ data: JSON.stringify({ event, data: JSON.stringify(data) }) })
  }
  send(frame: string) {
    this.sent.push({ event: JSON.parse(frame).event, at: now() })
  }
  end(code: number) {
    if (this.closed_at !== undefined) return
    this.closed_at = now()
    this.onclose?.({ code })
    this.dispatchEvent(new Event('close'))
  }
  close() {
    queueMicrotask(() => this.end(1005))
  }
}

const address = { key: 'key', host: 'ozvi.example', port: 443, scheme: 'https' } as const
const states: [at: number, state: RealtimeState][] = []
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  // No jitter: the middle of each delay.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async () => Response.json({ auth: 'signed', user_data: '{"id":"1"}' }))
  // Removed, so that only sockets are used.
  vi.stubGlobal('XMLHttpRequest', undefined)
  localStorage.clear()
  sockets = []
  states.length = 0
  began_ms = Date.now()
  stop = onRealtimeState(() => states.push([now(), realtimeState()]))
})
afterEach(async () => {
  stop()
  disconnectRealtime()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
async function connect(to: Server) {
  server = to
  await connectRealtime(crypto.randomUUID(), address)
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const connectedAt = () => states.find(([, state]) => state === 'connected')?.[0] ?? -1
const pings = () => sockets.flatMap(({ sent }) => sent.filter(({ event }) => event === 'pusher:ping'))

test('S9.12 after 120 s of inactivity the server is pinged and has 30 s to respond', async () => {
  await connect('up')
  await pass(1_000)
  server = 'silent'
  await pass(149_000)
  const asked_at = pings()[0]?.at ?? 0
  expect(sockets[0]?.sent[0]?.event).toBe('pusher:signin')
  // Sent frames count as activity too.
  expect(asked_at - (sockets[0]?.sent[0]?.at ?? 0)).toBe(120_000)
  await pass(1_000)
  expect((sockets[1]?.opened_at ?? 0) - asked_at).toBe(30_000)
  expect(realtimeState()).toBe('connecting')
})
test('S9.12 any activity keeps the connection open', async () => {
  await connect('up')
  await pass(121_000)
  sockets[0]?.emit('pusher:pong', {})
  await pass(119_000)
  expect([sockets.length, pings().length]).toEqual([1, 1])
})
test.each(['silent', 'refusing'] as const)(
  'S9.12 S4.11 with a %s server the connection is unavailable after 10 s, not before, until it is back',
  async (kind) => {
    await connect(kind)
    await pass(9_999)
    expect(realtimeState()).toBe('connecting')
    await pass(1)
    expect(realtimeState()).toBe('unavailable')
    await pass(120_000)
    expect(states.map(([, state]) => state).filter((state) => state !== 'connecting')).not.toContain(
      'connected',
    )
    expect(states.findLast(([, state]) => state === 'connecting')?.[0] ?? 0).toBeLessThan(10_000)
    server = 'up'
    for (const socket of sockets.filter(({ closed_at }) => closed_at === undefined)) socket.accept()
    await pass(12_000)
    expect(realtimeState()).toBe('connected')
  },
)
test('S9.12 a connection attempt times out after 15 s, the next ones after 30 s and 60 s', async () => {
  await connect('silent')
  await pass(200_000)
  expect(sockets.map(({ opened_at }) => opened_at)).toEqual([0, 15_000, 45_000, 105_000, 165_000])
  expect(sockets.slice(0, 3).map(({ opened_at, closed_at }) => (closed_at ?? 0) - opened_at)).toEqual([
    15_000, 30_000, 60_000,
  ])
})
test('S9.12 S4.11 attempts that fail quickly are retried sooner, with increasing delays', async () => {
  await connect('refusing')
  await pass(60_000)
  const starts = sockets.map(({ opened_at }) => opened_at)
  const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
  expect(waits.slice(0, 6)).toEqual([3_000, 4_500, 6_750, 10_125, 12_000, 12_000])
})
test('S9.12 a running attempt keeps its 15 s, even after failed ones', async () => {
  await connect('refusing')
  await pass(2_999)
  server = 'silent'
  await pass(1)
  expect(sockets).toHaveLength(2)
  await pass(14_999)
  expect(sockets).toHaveLength(2)
  expect(sockets[1]?.closed_at).toBeUndefined()
  await pass(1)
  expect(sockets).toHaveLength(3)
})
test('S9.12 a closed connection is reopened after 1 s', async () => {
  await connect('up')
  await pass(60_000)
  sockets[0]?.end(1006)
  await pass(999)
  expect(sockets).toHaveLength(1)
  await pass(2)
  expect(sockets).toHaveLength(2)
  expect(realtimeState()).toBe('connected')
})
test('S9.12 a working transport is remembered for 30 minutes', async () => {
  await connect('up')
  await pass(10)
  const kept = JSON.parse(localStorage.getItem('pusherTransportTLS') ?? '{}')
  expect(kept).toMatchObject({ transport: 'ws', timestamp: began_ms + connectedAt() })
  // A remembered transport is tried first, with a timeout from its latency; otherwise 15 s.
  const firstAttempt_ms = async (age_ms: number) => {
    disconnectRealtime()
    const timestamp = Date.now() - age_ms
    localStorage.setItem('pusherTransportTLS', JSON.stringify({ ...kept, latency: 50, timestamp }))
    sockets = []
    await connect('silent')
    await pass(20_000)
    return (sockets[0]?.closed_at ?? 0) - (sockets[0]?.opened_at ?? 0)
  }
  const ttl_ms = 30 * minute_ms
  expect(await firstAttempt_ms(ttl_ms)).toBe(1_100)
  expect(await firstAttempt_ms(ttl_ms + 1)).toBe(15_000)
})
test('S7.20 without TLS localhost is reached over ws only, other hosts over wss too', async () => {
  const schemesTried = async (host: string) => {
    disconnectRealtime()
    sockets = []
    server = 'silent'
    await connectRealtime(crypto.randomUUID(), { ...address, host, scheme: 'http' })
    await pass(14_000)
    return sockets.map(({ url }) => new URL(url).protocol)
  }
  for (const host of ['localhost', '127.0.0.1']) expect(await schemesTried(host)).toEqual(['ws:'])
  expect(await schemesTried('ozvi.example')).toEqual(['ws:', 'wss:'])
})
test('S4.11 nothing is attempted offline or after an intentional disconnect', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await connect('refusing')
  await pass(14_000)
  expect(sockets).toHaveLength(1)
  network.mockReturnValue(true)
  await pass(12_000)
  const tried = sockets.length
  expect(tried).toBeGreaterThan(1)
  disconnectRealtime()
  await pass(120_000)
  expect([sockets.length, realtimeState()]).toEqual([tried, 'disconnected'])
})
