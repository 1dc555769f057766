import { setTimeout as sleep } from 'node:timers/promises'
import { Channels } from './channels.ts'
import { Cluster } from './cluster.ts'
import type { Connection, Host } from './connection.ts'
import { Counters } from './counters.ts'
import { ConnectionServer } from './connection-server.ts'
import { Listeners } from './listeners.ts'
import { HttpApi } from './http-api.ts'
import { Inbound } from './inbound.ts'
import { LastEvents } from './last-events.ts'
import { limitDefaults, timingDefaults, type RealtimeOptions } from './options.ts'
import { Networks } from './networks.ts'
import { FrameBuffer } from './frame-buffer.ts'
import { Revocations } from './revocations.ts'
import { Shares } from './shares.ts'
import { Signatures } from './signatures.ts'
import { Subscriptions } from './subscriptions.ts'
import { Users } from './users.ts'

/** Interval between two batches of a drain. */
const slice_ms = 50
/** Interval of subscription counts on busy channels. */
const counts_every_ms = 5_000
const forget_every_ms = 60_000

/** Wires the parts of a realtime server and runs the periodic sweep. */
export class RealtimeServer implements Host {
  readonly app
  readonly log
  readonly path
  readonly greet
  readonly greet_within_ms
  readonly terminate
  readonly limits
  readonly timings
  readonly sends_counts
  readonly counters = new Counters()
  readonly outbox = new FrameBuffer()
  readonly connections = new Map<string, Connection>()
  readonly users
  readonly signatures
  readonly listeners
  readonly lastEvents
  readonly revocations = new Revocations(this)
  readonly shares
  readonly networks
  readonly channels
  /** The other nodes, if any. */
  readonly cluster: Cluster | undefined
  readonly subscriptions
  readonly inbound
  readonly connectionServer
  readonly api
  tick = 0
  #is_draining = false
  #late_ms = 0
  #swept_at_ms = performance.now()
  readonly #sweeping

  constructor(options: RealtimeOptions) {
    this.app = options.app
    this.log = options.log
    this.path = options.path ?? ''
    this.greet = options.greet
    this.terminate = options.terminate ?? (async (user_id: string) => this.revoke(user_id, 4009))
    this.limits = { ...limitDefaults, ...options.limits }
    this.timings = { ...timingDefaults, ...options.timings }
    this.greet_within_ms = this.timings.greet_within_ms
    this.sends_counts = options.subscription_counts ?? false
    this.signatures = new Signatures(options.app, options.now ?? Date.now)
    this.shares = new Shares(this.limits.share_connections_max)
    this.networks = new Networks(this.limits, options.networkOf)
    this.listeners = new Listeners(options.log)
    this.lastEvents = new LastEvents(this.timings.cache_ttl_ms)
    this.users = new Users(this)
    this.channels = new Channels(this)
    this.subscriptions = new Subscriptions(this)
    this.inbound = new Inbound(this)
    this.connectionServer = new ConnectionServer(this)
    this.api = new HttpApi(this)
    this.cluster = options.bus && new Cluster(options.bus, this)
    this.#sweeping = setInterval(() => this.#sweep(), this.timings.sweep_ms).unref()
  }

  ticks(ms: number) {
    return Math.ceil(ms / this.timings.sweep_ms)
  }

  get busy() {
    if (this.#is_draining) return 'The server is going away'
    if (this.connections.size >= this.limits.connections_max) return 'Too many connections'
    if (this.#late_ms > this.timings.loop_delay_max_ms) return 'Too busy'
    return undefined
  }

  receive(connection: Connection, text: string) {
    this.inbound.receive(connection, text)
  }

  detach(connection: Connection) {
    for (const name of connection.channels.keys()) this.channels.leave(connection, name)
    this.users.leave(connection)
  }

  forget(connection: Connection) {
    this.connections.delete(connection.id)
    this.shares.release(connection)
    this.networks.left(connection.network)
  }

  /** Records, at the node with the socket, for which user or share something was signed on it. */
  signed(socket_id: string, id: string) {
    if (this.connections.has(socket_id)) this.signedFor(socket_id, id)
    else this.cluster?.signedFor(socket_id, id)
  }
  signedFor(socket_id: string, id: string) {
    this.connections.get(socket_id)?.signedFor(id)
  }

  /** Removes users from one channel; called with every change of visibility. */
  evict(name: string, user_ids: readonly string[]) {
    const channel = this.channels.get(name)
    if (!channel) return
    for (const connection of [...channel.subscribers, ...(channel.greeting?.keys() ?? [])])
      if (user_ids.includes(connection.channels.get(name) ?? '')) {
        connection.evicted_from.add(name)
        this.subscriptions.revoke(connection, name)
      }
  }

  /**
   * Closes every connection of a user or share and invalidates everything signed for it: 4009 keeps the
   * official clients away, 4200 makes them reconnect.
   */
  revoke(id: string, code: 4009 | 4200) {
    this.revocations.add(id)
    const reason = code === 4009 ? 'Connection terminated' : 'Access has changed'
    for (const connection of this.connections.values()) {
      if (!connection.belongsTo(id)) continue
      if (code === 4009) connection.sendError(code, reason)
      connection.close(code, reason)
    }
  }

  /** Runs every `sweep_ms` over everything: silent peers, stalled peers, unanswered requests. */
  #sweep() {
    const now_ms = performance.now()
    this.#late_ms = now_ms - this.#swept_at_ms - this.timings.sweep_ms
    this.#swept_at_ms = now_ms
    this.tick++
    const ping_ticks = this.ticks(this.timings.ping_after_ms)
    const dead_ticks = ping_ticks + this.ticks(this.timings.pong_within_ms)
    const stalled_ticks = this.ticks(this.timings.stalled_after_ms)
    const idle_ticks = this.ticks(this.timings.idle_after_ms)
    for (const connection of this.connections.values()) {
      if (connection.is_gone) continue
      const silent_ticks = this.tick - connection.seen_tick
      if (silent_ticks >= dead_ticks) connection.close(4201, 'Pong reply not received in time')
      else if (connection.isStalled(stalled_ticks)) connection.terminate('slow_age')
      else if (connection.isIdle(idle_ticks)) connection.close(4202, 'No subscription')
      else if (silent_ticks >= ping_ticks && !connection.is_pinged) {
        connection.is_pinged = true
        connection.ws.ping()
      }
    }
    this.cluster?.sweep()
    if (this.tick % this.ticks(counts_every_ms) === 0) {
      this.channels.counts.emitDue()
      this.networks.sweep()
    }
    if (this.tick % this.ticks(forget_every_ms) !== 0) return
    this.lastEvents.deleteOld()
    this.revocations.sweep()
  }

  /** Moves all clients to another server (4200) over the given time, the longest inactive first. */
  async drain(over_ms: number) {
    this.#is_draining = true
    const open = [...this.connections.values()].sort((a, b) => a.seen_tick - b.seen_tick)
    const slices = Math.max(1, Math.ceil(over_ms / slice_ms))
    const at_once = Math.ceil(open.length / slices)
    for (let i = 0; i < open.length; i += at_once) {
      if (i > 0) await sleep(slice_ms)
      for (const connection of open.slice(i, i + at_once)) connection.close(4200, 'The server is going away')
    }
    while (this.connections.size > 0) await sleep(slice_ms)
  }

  close() {
    this.#is_draining = true
    clearInterval(this.#sweeping)
    this.connectionServer.close()
    this.cluster?.close()
    for (const connection of this.connections.values()) connection.terminate('closed')
  }
}
