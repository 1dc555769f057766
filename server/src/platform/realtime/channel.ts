import type { Connection } from './connection.ts'
import { isPresence } from './names.ts'
import { PresenceMembers } from './presence-members.ts'

/** A channel with subscribers at any node, with pending joins, or recently lost ones. */
export class Channel {
  readonly name: string
  /** At this node. */
  readonly subscribers = new Set<Connection>()
  /** The members at all nodes. */
  readonly presence: PresenceMembers | null
  /** Connections that wait for their greeting, each with the frames to send afterwards. */
  greeting: Map<Connection, Buffer[]> | null = null
  /** Whether the channel is occupied here, or was within the grace period. */
  is_occupied_here = false
  /** The tick until which an empty channel counts as occupied, since a lost connection may return. */
  empties_at_tick = 0
  /** How many other nodes have subscribers, and their total number of connections. */
  nodes = 0
  subscribers_elsewhere = 0

  constructor(name: string) {
    this.name = name
    this.presence = isPresence(name) ? new PresenceMembers() : null
  }

  get is_deserted_here() {
    return this.subscribers.size === 0 && (this.presence === null || this.presence.size_here === 0)
  }
  /** Whether this node has subscribers or pending joins that need events. */
  get is_heard_here() {
    return this.subscribers.size > 0 || this.greeting !== null
  }
  get is_occupied() {
    return this.is_occupied_here || this.nodes > 0
  }
  /** Connections at all nodes. */
  get subscription_count() {
    return this.subscribers.size + this.subscribers_elsewhere
  }
}
