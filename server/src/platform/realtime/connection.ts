import { WebSocket, type RawData } from 'ws'
import type { Socket } from 'node:net'
import { TokenBucket } from './token-bucket.ts'
import { Counters } from './counters.ts'
import { frameOf, serverFrame } from './frames.ts'
import type { Limits, Log } from './options.ts'
import type { FrameBuffer, FrameSink } from './frame-buffer.ts'

/** What a connection needs from the server. */
export interface Host {
  readonly limits: Limits
  readonly counters: Counters
  readonly log: Log
  readonly outbox: FrameBuffer
  readonly revocations: { readonly count: number }
  /** Number of sweeps so far: the clock of everything that needn't be exact. */
  readonly tick: number
  /** Removes a connection from every channel and user. */
  detach(connection: Connection): void
  /** The socket is closed. */
  forget(connection: Connection): void
  /** Handles one message; may throw. */
  receive(connection: Connection, text: string): void
}

/** The signed-in user of a connection. */
export interface SignedIn {
  id: string
  user_info: unknown
  watchlist: readonly string[]
}

/** Users and shares remembered per socket; no client needs as many. */
const signed_for_max = 50

/**
 * Bytes unsent at `tick`. They are sent when `socket.bytesWritten` minus the queued bytes reaches
 * `until_byte`.
 */
interface Stall {
  until_byte: number
  tick: number
}

/** One socket with its subscriptions and queued frames. */
export class Connection implements FrameSink {
  readonly id: string
  readonly ws: WebSocket
  readonly socket: Socket
  readonly host: Host
  /** Each channel, with this connection's member id there. */
  readonly channels = new Map<string, string | null>()
  /** Channels it was evicted from: earlier signatures are rejected. */
  readonly evicted_from = new Set<string>()
  /** Users and shares for which the server has signed something on this socket, used or not. */
  signed_for: Set<string> | null = null
  /** Channels on which it can't send client events. */
  read_only: Set<string> | null = null
  /** The shares it counts toward. */
  shares: Set<string> | null = null
  /** The client's IP address or its prefix. */
  readonly network: string
  /** Number of revocations before it was opened. */
  readonly revocations_before: number
  readonly messages: TokenBucket
  readonly client_events: TokenBucket
  user: SignedIn | null = null
  out: Buffer | Buffer[] | null = null
  /** When the peer last sent something. */
  seen_tick: number
  /** When it was opened or last had a subscription or a user. */
  used_tick: number
  is_pinged = false
  /** Closing or closed: belongs to nothing, and nothing more is written. */
  is_gone = false
  #stall: Stall | null = null

  constructor(id: string, ws: WebSocket, socket: Socket, host: Host, network = '') {
    this.id = id
    this.ws = ws
    this.socket = socket
    this.host = host
    this.network = network
    this.revocations_before = host.revocations.count
    this.seen_tick = this.used_tick = host.tick
    const { messages_per_s, subscriptions_max, client_events_per_s } = host.limits
    this.messages = new TokenBucket(messages_per_s, messages_per_s + subscriptions_max)
    this.client_events = new TokenBucket(client_events_per_s)
  }

  /** Records a signature for a user or share on this socket. */
  signedFor(id: string) {
    this.signed_for ??= new Set()
    if (this.signed_for.size < signed_for_max) this.signed_for.add(id)
  }

  /** Whether anything on this socket belongs to the user or share, or was signed for it. */
  belongsTo(id: string) {
    return (
      this.user?.id === id ||
      this.shares?.has(id) === true ||
      this.signed_for?.has(id) === true ||
      [...this.channels.values()].includes(id)
    )
  }

  /** Whether it has been unused for longer than `max_ticks`; called once per sweep. */
  isIdle(max_ticks: number) {
    if (this.channels.size > 0 || this.user) this.used_tick = this.host.tick
    return this.host.tick - this.used_tick > max_ticks
  }

  send(frame: Buffer) {
    if (!this.is_gone) this.host.outbox.push(this, frame)
  }
  sendText(text: string) {
    this.send(frameOf(text))
  }
  sendEvent(event: string, data: unknown, channel?: string) {
    this.send(serverFrame(event, data, channel))
  }
  /** `code` is one of the protocol's (4xxx), or null if it has none. */
  sendError(code: number | null, message: string, channel?: string) {
    this.sendEvent('pusher:error', { code, message }, channel)
  }

  /** Whether this peer reads so slowly that ephemeral events should be dropped. */
  get is_lagging() {
    return this.socket.writableLength > this.host.limits.ephemeral_buffered_bytes_max
  }

  /** Called by the frame buffer, once per tick. */
  write(bytes: Buffer) {
    if (this.is_gone || this.ws.readyState !== WebSocket.OPEN) return
    if (this.socket.writableLength > this.host.limits.buffered_bytes_max) return this.terminate('slow_bytes')
    this.host.counters.written++
    this.socket.write(bytes)
  }

  /** Receives one frame. Any failure causes an error on this connection, never a crash. */
  receive(data: RawData, is_binary: boolean) {
    if (this.is_gone || !this.#acceptsMessage()) return
    if (is_binary) return this.close(1003, 'Text frames only')
    try {
      this.host.receive(this, data.toString())
    } catch (error) {
      this.host.counters.failures++
      this.host.log.error({ err: error }, 'realtime: a message failed')
      this.sendError(null, 'The message could not be handled')
    }
  }

  /** Called for a ping frame, after `ws` has answered it. */
  pinged() {
    if (!this.is_gone) this.#acceptsMessage()
  }

  received() {
    this.seen_tick = this.host.tick
    this.is_pinged = false
  }

  /** Counts a message. Closes the connection if there are too many. */
  #acceptsMessage() {
    this.received()
    if (this.messages.take()) return true
    this.close(4100, 'Too many messages')
    return false
  }

  /** Whether bytes have waited for the peer longer than `max_ticks`; called once per sweep. */
  isStalled(max_ticks: number) {
    const unsent_bytes = this.socket.writableLength
    if (unsent_bytes === 0) {
      this.#stall = null
      return false
    }
    const { tick } = this.host
    const queued_bytes = this.socket.bytesWritten
    if (this.#stall === null || queued_bytes - unsent_bytes >= this.#stall.until_byte) {
      this.#stall = { until_byte: queued_bytes, tick }
      return false
    }
    return tick - this.#stall.tick >= max_ticks
  }

  /** Closes the connection with a code after sending queued frames. */
  close(code: number, reason: string) {
    if (this.is_gone) return
    this.host.outbox.flushOne(this)
    if (this.#leave(code)) this.ws.close(code, reason)
  }

  /** Ends the connection of a peer that doesn't read: a close frame couldn't reach it. */
  terminate(why: string) {
    if (this.#leave(why)) this.ws.terminate()
  }

  /** The socket was closed by either side. */
  ended() {
    this.#leave('peer')
    this.host.forget(this)
  }

  #leave(why: number | string) {
    if (this.is_gone) return false
    this.is_gone = true
    this.out = null
    Counters.count(this.host.counters.closed, why)
    this.host.detach(this)
    return true
  }
}
