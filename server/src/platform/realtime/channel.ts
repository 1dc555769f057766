import type { Connection } from './connection.ts'
import { isPresence } from './names.ts'
import { Roster } from './roster.ts'

/** One channel that somebody is on, here or at another node, is about to join, or has only just been lost from. */
export class Channel {
  readonly name: string
  /** At this node. */
  readonly subscribers = new Set<Connection>()
  /** The members at all nodes. */
  readonly roster: Roster | null
  /** Connections that wait for their greeting, each with the frames it has to be given afterwards. */
  greeting: Map<Connection, Buffer[]> | null = null
  /** Whether somebody is here, or was until a moment ago. */
  is_occupied_here = false
  /** Until when an empty channel counts as occupied, since whoever was lost may return. */
  empties_at_tick = 0
  /** How many other nodes have somebody on it, and how many connections they have together. */
  nodes = 0
  subscribers_elsewhere = 0

  constructor(name: string) {
    this.name = name
    this.roster = isPresence(name) ? new Roster() : null
  }

  get is_deserted_here() {
    return this.subscribers.size === 0 && (this.roster === null || this.roster.size_here === 0)
  }
  /** Whether anybody at this node is to be told what is said. */
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
