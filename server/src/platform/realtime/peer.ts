import type { Row } from './cluster-messages.ts'
import type { PresenceMember } from './presence-members.ts'

/** The local state that another node's rows are applied to. */
export interface PeerView {
  readonly channels: {
    changeRemote(channel: string, nodes: -1 | 0 | 1, subscribers: number, notifies: boolean): void
    joinRemote(channel: string, member: PresenceMember, node: string, notifies: boolean): void
    leaveRemote(channel: string, user_id: string, node: string, notifies: boolean): void
  }
  readonly users: { addRemote(user_id: string): void; removeRemote(user_id: string): void }
  /** Maximum members of one node on one channel. */
  readonly members_max: number
}

/** Which changes this node reports to its listeners. */
export interface PeerMessage {
  arrivals: boolean
  /** Departures that no node has reported yet. */
  departures: boolean
}

interface Share {
  subscribers: number
  members: Set<string>
}

/** The state of another node. */
export class Peer {
  /** When its snapshot was requested; null when it has arrived. */
  requested_tick: number | null = null
  /** Whether it was dropped, and its state deleted. */
  is_given_up = false
  /** Parts of a snapshot, until the last one has arrived. */
  staged: Row[][] | null = null
  readonly #channels = new Map<string, Share>()
  readonly #users = new Set<string>()
  readonly #node: string
  readonly #view: PeerView

  constructor(node: string, view: PeerView) {
    this.#node = node
    this.#view = view
  }

  apply(rows: readonly Row[], notifies: PeerMessage) {
    for (const row of rows) this.#apply(row, notifies)
  }

  /** Replaces its state with the rows. */
  replace(rows: readonly Row[], notifies: PeerMessage) {
    const channels = new Map<string, Set<string>>()
    const users = new Set<string>()
    for (const row of rows) {
      if (row.is === 'occupied' && !channels.has(row.channel)) channels.set(row.channel, new Set())
      if (row.is === 'seated') {
        const current = channels.get(row.channel)
        if (current) current.add(row.user_id)
        else channels.set(row.channel, new Set([row.user_id]))
      }
      if (row.is === 'online') users.add(row.user_id)
    }
    for (const [channel, { members }] of this.#channels) {
      const current = channels.get(channel)
      for (const user_id of members)
        if (!current?.has(user_id)) this.#removeMember(channel, user_id, notifies.departures)
      if (!current) this.#vacate(channel, notifies.departures)
    }
    for (const user_id of this.#users)
      if (!users.has(user_id)) this.#apply({ is: 'offline', user_id }, notifies)
    this.apply(rows, notifies)
  }

  #apply(row: Row, notifies: PeerMessage) {
    const { channels, users, members_max } = this.#view
    switch (row.is) {
      case 'occupied': {
        const share = this.#occupy(row.channel, notifies.arrivals)
        const more = row.subscribers - share.subscribers
        share.subscribers = row.subscribers
        return channels.changeRemote(row.channel, 0, more, false)
      }
      case 'seated': {
        const { channel, user_id, user_info } = row
        const { members } = this.#occupy(channel, notifies.arrivals)
        if (!members.has(user_id) && members.size >= members_max) return
        members.add(user_id)
        return channels.joinRemote(channel, { user_id, user_info }, this.#node, notifies.arrivals)
      }
      case 'gone':
        return this.#removeMember(row.channel, row.user_id, !row.is_reported && notifies.departures)
      case 'vacated':
        return this.#vacate(row.channel, !row.is_reported && notifies.departures)
      case 'online':
        if (this.#users.has(row.user_id)) return
        this.#users.add(row.user_id)
        return users.addRemote(row.user_id)
      case 'offline':
        if (this.#users.delete(row.user_id)) users.removeRemote(row.user_id)
    }
  }

  #occupy(channel: string, notifies: boolean) {
    let share = this.#channels.get(channel)
    if (!share) {
      this.#channels.set(channel, (share = { subscribers: 0, members: new Set() }))
      this.#view.channels.changeRemote(channel, 1, 0, notifies)
    }
    return share
  }

  #removeMember(channel: string, user_id: string, notifies: boolean) {
    if (this.#channels.get(channel)?.members.delete(user_id))
      this.#view.channels.leaveRemote(channel, user_id, this.#node, notifies)
  }

  #vacate(channel: string, notifies: boolean) {
    const share = this.#channels.get(channel)
    if (!share) return
    for (const user_id of share.members) this.#removeMember(channel, user_id, notifies)
    this.#channels.delete(channel)
    this.#view.channels.changeRemote(channel, -1, -share.subscribers, notifies)
  }
}
