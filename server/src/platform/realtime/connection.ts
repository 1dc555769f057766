import { WebSocket, type RawData } from 'ws'
import type { Socket } from 'node:net'
import { TokenBucket } from './token-bucket.ts'
import { Counters } from './counters.ts'
import { frameOf, serverFrame } from './frames.ts'
import type { Limits, Log } from './options.ts'
import type { Outbox, Outlet } from './outbox.ts'

/** What a connection needs of the server around it. */
export interface Host {
  readonly limits: Limits
  readonly counters: Counters
  readonly log: Log
  readonly outbox: Outbox
  readonly revocations: { readonly count: number }
  /** Number of sweeps so far: the clock of everything that need not be exact. */
  readonly tick: number
  /** Takes a connection out of every channel and user. */
  detach(connection: Connection, is_loss: boolean): void
  /** The socket is closed for good. */
  forget(connection: Connection): void
  /** Acts on one message; may throw. */
  receive(connection: Connection, text: string): void
}

/** Who a connection has proved to be. */
export interface SignedIn {
  id: string
  user_info: unknown
  watchlist: readonly string[]
}

/** Users and shares that one socket is remembered to have been signed for; no client needs as many. */
const signed_for_max = 50

/** Bytes that had not left at `tick`; they have when `socket.bytesWritten` less what is queued reaches `until_byte`. */
interface Stall {
  until_byte: number
  tick: number
}

/** One socket, what it is subscribed to, and what waits for it. */
export class Connection implements Outlet {
  readonly id: string
  readonly ws: WebSocket
  readonly socket: Socket
  readonly host: Host
  /** Each channel, with the id under which this connection is a member there. */
  readonly channels = new Map<string, string | null>()
  /** Channels it was evicted from: signatures made before the eviction are refused. */
  readonly evicted_from = new Set<string>()
  /** Users and shares for which the server has signed something on this socket, used or not. */
  signed_for: Set<string> | null = null
  /** Channels on which it may not send client events. */
  read_only: Set<string> | null = null
  /** What it is counted in, besides the whole. */
  share: string | null = null
  /** Where it comes from: an address, or a part of one. */
  readonly network: string
  /** How many revocations there were when it was opened. */
  readonly revocations_before: number
  readonly messages: TokenBucket
  readonly client_events: TokenBucket
  user: SignedIn | null = null
  out: Buffer | Buffer[] | null = null
  /** When the peer was last heard. */
  seen_tick: number
  /** When it last had a subscription or a user, or was opened. */
  used_tick: number
  is_pinged = false
  /** Closing or closed: belongs to nothing any more, and nothing more is written. */
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

  /** Something was signed for a user or a share on this socket. */
  signedFor(id: string) {
    this.signed_for ??= new Set()
    if (this.signed_for.size < signed_for_max) this.signed_for.add(id)
  }

  /** Whether anything on this socket belongs to the user or the share, or was signed for it. */
  isOf(id: string) {
    return (
      this.user?.id === id ||
      this.share === id ||
      this.signed_for?.has(id) === true ||
      [...this.channels.values()].includes(id)
    )
  }

  /** Whether it has been of no use for longer than `max_ticks`; asked once per sweep. */
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
  /** `code` is one of the protocol's (4xxx), or null where it has none. */
  sendError(code: number | null, message: string, channel?: string) {
    this.sendEvent('pusher:error', { code, message }, channel)
  }

  /** Whether this peer takes so little that what loses its worth with time is not worth sending. */
  get is_lagging() {
    return this.socket.writableLength > this.host.limits.ephemeral_buffered_bytes_max
  }

  /** Called by the outbox, once a turn. */
  write(bytes: Buffer) {
    if (this.is_gone || this.ws.readyState !== WebSocket.OPEN) return
    if (this.socket.writableLength > this.host.limits.buffered_bytes_max) return this.cut('slow_bytes')
    this.host.counters.written++
    this.socket.write(bytes)
  }

  /** Takes one frame from the peer. Whatever goes wrong costs this connection an error, never the process. */
  receive(data: RawData, is_binary: boolean) {
    if (this.is_gone || !this.#mayTalk()) return
    if (is_binary) return this.close(1003, 'Text frames only')
    try {
      this.host.receive(this, data.toString())
    } catch (error) {
      this.host.counters.failures++
      this.host.log.error({ err: error }, 'realtime: a message failed')
      this.sendError(null, 'The message could not be handled')
    }
  }

  /** A ping frame; it is answered already. */
  pinged() {
    if (!this.is_gone) this.#mayTalk()
  }

  heard() {
    this.seen_tick = this.host.tick
    this.is_pinged = false
  }

  /** Sends away, for a second, whoever floods the server. */
  #mayTalk() {
    this.heard()
    if (this.messages.take()) return true
    this.close(4100, 'Too many messages')
    return false
  }

  /** Whether bytes have waited for the peer longer than `max_ticks`; asked once per sweep. */
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

  /** Ends the connection with a code, after what already waits for it. */
  close(code: number, reason: string, is_loss = true) {
    if (this.is_gone) return
    this.host.outbox.flushOne(this)
    if (!this.#leave(code, is_loss)) return
    this.ws.close(code, reason)
  }

  /** Ends the connection of a peer that does not read: no close frame could reach it. */
  cut(why: string) {
    if (this.#leave(why, true)) this.ws.terminate()
  }

  /** The socket is closed, by whomever. */
  ended() {
    this.#leave('peer', true)
    this.host.forget(this)
  }

  #leave(why: number | string, is_loss: boolean) {
    if (this.is_gone) return false
    this.is_gone = true
    this.out = null
    Counters.count(this.host.counters.closed, why)
    this.host.detach(this, is_loss)
    return true
  }
}
