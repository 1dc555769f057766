import type { Bus } from '../bus/index.ts'
import type { Channels, Publication } from './channels.ts'
import { type ClusterMessage, clusterReader, type Row } from './cluster-messages.ts'
import type { Counters } from './counters.ts'
import type { LastEvents } from './last-events.ts'
import type { Limits } from './options.ts'
import { Peer, type PeerMessage } from './peer.ts'
import type { Users } from './users.ts'

const topic = 'realtime'
/** A missing snapshot is requested again after this time. */
const retryDelay_ms = 2_000
/** Approximately what fits into one PostgreSQL notification. */
const rows_chars_max = 6_000
/** Dead nodes remembered, since they may only have been disconnected. */
const given_up_max = 100

interface Environment {
  readonly channels: Channels
  readonly users: Users
  readonly counters: Counters
  readonly lastEvents: LastEvents
  readonly limits: Limits
  readonly tick: number
  ticks(ms: number): number
  signedFor(socket_id: string, id: string): void
}

/** Unpublished changes of one channel: members, and whether listeners know about departures. */
interface Change {
  is_reported: boolean
  members: Map<string, boolean>
}

/**
 * State shared between nodes: publishes events and local changes, and applies those of other nodes under the
 * same limits as for clients. Each node owns the state of its sockets and knows that of all others, so joins
 * need no round trip.
 *
 * Rows are absolute. Lost messages are detected by the bus and repaired with a snapshot.
 */
export class Cluster {
  readonly #bus: Bus
  readonly #environment: Environment
  readonly #read
  readonly #stops
  readonly #peers = new Map<string, Peer>()
  #changes = new Map<string, Change>()
  #users = new Set<string>()
  #is_snapshot_due = false
  #pendingFlush: NodeJS.Immediate | undefined
  #is_closed = false

  constructor(bus: Bus, environment: Environment) {
    this.#bus = bus
    this.#environment = environment
    this.#read = clusterReader(environment.limits)
    this.#stops = [
      bus.subscribe(topic, (data, node) => this.#receive(data, node)),
      bus.watch({
        joined: (node) => this.#meet(node),
        left: (node) => this.#lose(node),
        missed: (node) => this.#miss(node),
      }),
    ]
    for (const node of bus.nodes()) this.#peer(node)
    this.#requestAll()
  }

  /** Publishes nothing from now on; the others detect through the bus that this node is gone. */
  close() {
    this.#is_closed = true
    clearImmediate(this.#pendingFlush)
    for (const stop of this.#stops) stop()
  }

  publish(publication: Publication) {
    const { channels, event, data_json, keep, except_socket, user_id, is_ephemeral, stamp, audience } =
      publication
    const [channel = ''] = channels
    // The sender must be known to the receivers first.
    this.#flush()
    if (keep === undefined)
      this.#send({
        kind: 'client_event',
        channel,
        event,
        data_json,
        except_socket: except_socket ?? '',
        user_id,
      })
    else
      this.#send({
        kind: 'event',
        channels: [...channels],
        event,
        text: keep,
        except_socket,
        audience,
        is_ephemeral,
        stamp: stamp ?? 0,
      })
  }

  /** Something was signed for a user or share on a socket of another node. */
  signedFor(socket_id: string, id: string) {
    this.#send({ kind: 'signed', socket_id, id })
  }

  channelChanged(channel: string) {
    this.#change(channel)
  }
  channelVacated(channel: string, is_reported: boolean) {
    this.#change(channel).is_reported = is_reported
  }
  memberChanged(channel: string, user_id: string) {
    this.#change(channel).members.set(user_id, false)
  }
  memberGone(channel: string, user_id: string, is_reported: boolean) {
    this.#change(channel).members.set(user_id, is_reported)
  }
  userChanged(user_id: string) {
    this.#users.add(user_id)
    this.#flushSoon()
  }

  /** Called with every sweep: repeats unanswered requests. */
  sweep() {
    const { tick } = this.#environment
    for (const [node, peer] of this.#peers)
      if (
        peer.requested_tick !== null &&
        tick - peer.requested_tick >= this.#environment.ticks(retryDelay_ms)
      )
        this.#request(node, peer)
    const given_up = [...this.#peers].filter(([, peer]) => peer.is_given_up)
    for (const [node] of given_up.slice(0, -given_up_max)) this.#peers.delete(node)
  }

  #send(message: ClusterMessage) {
    if (!this.#is_closed) this.#bus.publish(topic, message)
  }

  #change(channel: string) {
    let change = this.#changes.get(channel)
    if (!change) this.#changes.set(channel, (change = { is_reported: false, members: new Map() }))
    this.#flushSoon()
    return change
  }

  /** Changes of one tick are published together. */
  #flushSoon() {
    if (!this.#is_closed) this.#pendingFlush ??= setImmediate(() => this.#flush())
  }

  #flush() {
    clearImmediate(this.#pendingFlush)
    this.#pendingFlush = undefined
    if (this.#changes.size > 0 || this.#users.size > 0) {
      const rows = [...this.#changedRows()]
      this.#changes = new Map()
      this.#users = new Set()
      for (const part of splitParts(rows)) this.#send({ kind: 'changes', rows: part })
    }
    if (this.#is_snapshot_due) this.#sendSnapshot()
  }

  *#changedRows(): Generator<Row> {
    const { channels, users } = this.#environment
    for (const [name, { is_reported, members }] of this.#changes) {
      const channel = channels.get(name)
      const is_local = channel?.is_occupied_locally === true
      if (is_local) yield { is: 'occupied', channel: name, subscribers: channel.subscribers.size }
      for (const [user_id, is_departure_reported] of members) {
        const member = channel?.presence?.getLocal(user_id)
        if (member) yield { is: 'seated', channel: name, ...member }
        else yield { is: 'gone', channel: name, user_id, is_reported: is_departure_reported }
      }
      if (!is_local) yield { is: 'vacated', channel: name, is_reported }
    }
    for (const user_id of this.#users) yield { is: users.isLocal(user_id) ? 'online' : 'offline', user_id }
  }

  *#allRows(): Generator<Row> {
    const { channels, users } = this.#environment
    for (const { name, subscribers, presence, is_occupied_locally } of channels.values()) {
      if (!is_occupied_locally) continue
      yield { is: 'occupied', channel: name, subscribers: subscribers.size }
      for (const member of presence?.localMembers() ?? []) yield { is: 'seated', channel: name, ...member }
    }
    for (const user_id of users.localIds()) yield { is: 'online', user_id }
  }

  #sendSnapshot() {
    this.#is_snapshot_due = false
    const parts = splitParts([...this.#allRows()])
    for (const [part, rows] of parts.entries())
      this.#send({ kind: 'snapshot', part, parts: parts.length, rows })
    for (const last of this.#environment.lastEvents.list()) this.#send({ kind: 'last_event', ...last })
  }

  #peer(node: string) {
    let peer = this.#peers.get(node)
    if (!peer) {
      const { channels, users, limits } = this.#environment
      peer = new Peer(node, { channels, users, members_max: limits.presence_members_max })
      this.#peers.set(node, peer)
    }
    return peer
  }

  #meet(node: string) {
    this.#request(node, this.#peer(node))
  }

  /** Removes the members of a lost node until it returns. */
  #lose(node: string) {
    const peer = this.#peers.get(node)
    if (!peer) return
    peer.requested_tick = null
    peer.staged = null
    peer.is_given_up = true
    peer.replace([], { arrivals: false, departures: this.#isFirst() })
  }

  #miss(node: string | null) {
    if (node === null) return this.#requestAll()
    const peer = this.#peer(node)
    peer.staged = null
    this.#request(node, peer)
  }

  #request(node: string, peer: Peer) {
    if (peer.requested_tick === this.#environment.tick) return
    peer.requested_tick = this.#environment.tick
    this.#send({ kind: 'ask', node })
  }
  #requestAll() {
    for (const peer of this.#peers.values()) {
      if (peer.is_given_up) continue
      peer.staged = null
      peer.requested_tick = this.#environment.tick
    }
    this.#send({ kind: 'ask', node: null })
  }

  /** Whether this node reports departures of dead nodes: the one with the first id. */
  #isFirst() {
    return this.#bus.nodes().every((node) => node > this.#bus.node_id)
  }

  #receive(data: unknown, node: string) {
    const message = this.#read(data)
    if (!message) return void this.#environment.counters.invalid_messages++
    const { channels, lastEvents } = this.#environment
    const peer = this.#peer(node)
    switch (message.kind) {
      case 'event': {
        const { text, ...rest } = message
        return channels.deliver({ ...rest, data_json: JSON.stringify(text), keep: text })
      }
      case 'client_event':
        return channels.deliver({ ...message, channels: [message.channel], is_ephemeral: true })
      case 'changes':
        return peer.apply(message.rows, this.#notificationsFor(peer))
      case 'snapshot':
        return this.#take(peer, message)
      case 'ask':
        if (message.node !== null && message.node !== this.#bus.node_id) return
        this.#is_snapshot_due = true
        return this.#flushSoon()
      case 'last_event': {
        const { left_ms, channel, event, text, stamp } = message
        return lastEvents.keep({ channel, event, text, stamp }, undefined, left_ms)
      }
      case 'signed':
        return this.#environment.signedFor(message.socket_id, message.id)
    }
  }

  /** If a node returns that was dropped, the nodes that dropped it report its return. */
  #notificationsFor(peer: Peer): PeerMessage {
    return { arrivals: peer.is_given_up, departures: this.#isFirst() }
  }

  /** A snapshot is applied when all parts are here; if one is missing, it is requested again. */
  #take(peer: Peer, { part, parts, rows }: ClusterMessage & { kind: 'snapshot' }) {
    if (part === 0) peer.staged = []
    if (peer.staged?.length !== part) return void (peer.staged = null)
    peer.staged.push(rows)
    if (peer.staged.length < parts) return
    const all = peer.staged.flat()
    peer.staged = null
    peer.requested_tick = null
    peer.replace(all, { ...this.#notificationsFor(peer), departures: false })
    peer.is_given_up = false
  }
}

/** Splits rows into messages that fit into one notification; at least one message. */
function splitParts(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [[]]
  let chars = 0
  for (const row of rows) {
    const more = JSON.stringify(row).length
    if (chars > 0 && chars + more > rows_chars_max) {
      parts.push([])
      chars = 0
    }
    parts.at(-1)?.push(row)
    chars += more
  }
  return parts
}
