import type { Connection } from './connection.ts'
import { isPresence } from './names.ts'
import { Roster } from './roster.ts'

/** One channel that somebody is on, about to join, or has only just been lost from. */
export class Channel {
  readonly name: string
  readonly subscribers = new Set<Connection>()
  readonly roster: Roster | null
  /** Connections that wait for their greeting, each with the frames it has to be given afterwards. */
  greeting: Map<Connection, Buffer[]> | null = null
  /** Whether listeners have been told that somebody is here. */
  is_occupied = false
  /** Until when an empty channel counts as occupied, since whoever was lost may return. */
  empties_at_tick = 0

  constructor(name: string) {
    this.name = name
    this.roster = isPresence(name) ? new Roster() : null
  }

  get is_deserted() {
    return this.subscribers.size === 0 && (this.roster === null || this.roster.size === 0)
  }
}
