import type { Connection } from './connection.ts'
import { isPresence } from './names.ts'
import { PresenceMembers } from './presence-members.ts'

/** A channel with subscribers at any node, or with pending joins. */
export class Channel {
  readonly name: string
  /** At this node. */
  readonly subscribers = new Set<Connection>()
  /** The members at all nodes. */
  readonly presence: PresenceMembers | null
  /** Connections that wait for their greeting, each with the frames to send afterwards. */
  greeting: Map<Connection, Buffer[]> | null = null
  /** How many other nodes have subscribers, and their total number of connections. */
  nodes = 0
  remote_subscribers = 0

  constructor(name: string) {
    this.name = name
    this.presence = isPresence(name) ? new PresenceMembers() : null
  }

  get is_occupied_locally() {
    return this.subscribers.size > 0
  }
  /** Whether this node has subscribers or pending joins that need events. */
  get is_heard_locally() {
    return this.subscribers.size > 0 || this.greeting !== null
  }
  get is_occupied() {
    return this.is_occupied_locally || this.nodes > 0
  }
  /** Connections at all nodes. */
  get subscription_count() {
    return this.subscribers.size + this.remote_subscribers
  }
}
