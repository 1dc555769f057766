import { createHmac } from 'node:crypto'
import { WebSocket, type ClientOptions } from 'ws'
import { app } from './standalone.ts'

/** A frame as received, with `data` decoded if it is a string that contains JSON. */
export interface ReceivedFrame {
  event: string
  channel?: string
  data?: unknown
  user_id?: string
}

export interface ConnectOptions {
  path?: string
  options?: ClientOptions
}

/** A plain WebSocket: sends exactly what a test tells it to, and records everything received. */
export class RawClient {
  readonly received: ReceivedFrame[] = []
  readonly ws: WebSocket
  /** Close code, once closed. */
  closed: number | undefined
  pings = 0

  constructor(port: number, { path = `/app/${app.key}?protocol=7`, options = {} }: ConnectOptions = {}) {
    this.ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, { perMessageDeflate: false, ...options })
    this.ws.on('message', (bytes) => this.received.push(read(bytes.toString())))
    this.ws.on('ping', () => this.pings++)
    this.ws.on('close', (code) => (this.closed = code))
    // Errors are visible in its close code.
    this.ws.on('error', () => {})
  }

  /** Connects and waits until it is accepted. */
  static async connect(port: number, options?: ConnectOptions) {
    const client = new RawClient(port, options)
    await client.waitFor('pusher:connection_established')
    return client
  }

  get id(): string {
    const hello = this.received[0]?.data
    return hello && typeof hello === 'object' && 'socket_id' in hello ? String(hello.socket_id) : ''
  }

  send(message: unknown) {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The first event of that name (on that channel), received already or later. */
  waitFor(event: string, channel?: string): Promise<ReceivedFrame> {
    const find = () =>
      this.received.find(
        (each) => each.event === event && (channel === undefined || each.channel === channel),
      )
    return this.until(find, `${event} on ${channel ?? 'any channel'}`)
  }

  /** Waits for its close code. */
  async waitForClose(timeout_ms?: number): Promise<number> {
    return this.until(() => this.closed, 'close', timeout_ms)
  }

  /** Waits for a condition; checks after every frame and every few milliseconds. */
  async until<T>(find: () => T | undefined | false, what: string, timeout_ms = 15_000): Promise<T> {
    for (
      const end = Date.now() + timeout_ms;
      Date.now() < end;
      await new Promise((next) => setTimeout(next, 3))
    ) {
      const result = find()
      if (result !== undefined && result !== false) return result
    }
    throw new Error(`no ${what}; closed ${this.closed}; received ${JSON.stringify(this.received.slice(-5))}`)
  }

  names(channel: string) {
    return this.received.filter((each) => each.channel === channel).map(({ event }) => event)
  }

  async subscribe(channel: string, member?: { user_id: string | number; user_info?: unknown }) {
    this.send({ event: 'pusher:subscribe', data: { channel, ...signed(this.id, channel, member) } })
    return this.waitFor('pusher_internal:subscription_succeeded', channel)
  }

  async unsubscribe(channel: string) {
    this.send({ event: 'pusher:unsubscribe', data: { channel } })
    await this.flush()
  }

  async signIn(user: { id: string; watchlist?: string[] }) {
    const user_data = JSON.stringify(user)
    this.send({ event: 'pusher:signin', data: { auth: sign(`${this.id}::user::${user_data}`), user_data } })
    return this.waitFor('pusher:signin_success')
  }

  /** Waits until the server has handled everything sent so far. */
  async flush() {
    const pongs = () => this.received.filter(({ event }) => event === 'pusher:pong').length
    const before = pongs()
    this.send({ event: 'pusher:ping', data: {} })
    await this.until(() => pongs() > before, 'pong')
  }

  drop() {
    this.ws.terminate()
  }
}

function read(text: string): ReceivedFrame {
  // The server sends only events; tests fail on anything else.
  const frame = JSON.parse(text) as ReceivedFrame
  if (typeof frame.data !== 'string') return frame
  try {
    return { ...frame, data: JSON.parse(frame.data) as unknown }
  } catch {
    return frame
  }
}

/** A signature computed independently, to compare with the server's. */
export const sign = (text: string, secret = app.secret) =>
  `${app.key}:${createHmac('sha256', secret).update(text).digest('hex')}`

export function signed(socket_id: string, channel: string, member?: unknown) {
  if (!/^(private|presence)-/.test(channel)) return {}
  if (member === undefined) return { auth: sign(`${socket_id}:${channel}`) }
  const channel_data = JSON.stringify(member)
  return { auth: sign(`${socket_id}:${channel}:${channel_data}`), channel_data }
}
