/** A member from their signed channel data. */
export interface Seated {
  user_id: string
  user_info: unknown
}

/** A member as stored by a node; `is_away` if only within the grace period. */
export interface SeatKept extends Seated {
  is_away: boolean
}

/** Change of a member: joined at the first node, left the last node, or changed info. */
export type SeatChange = 'added' | 'removed' | 'changed'

interface Seat {
  user_info: unknown
  /** The info they joined this node with, while they are connected or within the grace period. */
  here: { user_info: unknown } | null
  /** Connections of this user on the channel at this node; none within the grace period. */
  sockets: number
  leaves_at_tick: number
  /** The other nodes with this member, and each one's state. */
  elsewhere: Map<string, SeatKept> | null
}

/**
 * The members of one presence channel: one per user id, regardless of the number of connections and nodes.
 *
 * A member exists as long as any node has them. The info is the first one; if two nodes added a member at the
 * same time with different infos, the one whose JSON sorts first wins, so that all nodes agree.
 */
export class Roster {
  readonly #seats = new Map<string, Seat>()
  #json: string | null = null
  #here = 0

  get size() {
    return this.#seats.size
  }
  /** Number of members at this node. */
  get size_here() {
    return this.#here
  }
  has(user_id: string) {
    return this.#seats.has(user_id)
  }
  get(user_id: string): Seated | undefined {
    const seat = this.#seats.get(user_id)
    return seat && { user_id, user_info: seat.user_info }
  }
  ids() {
    return [...this.#seats.keys()]
  }
  /** Ids of members with a connection, as counted by the HTTP API; those within the grace period have none. */
  connectedIds() {
    const seats = [...this.#seats].filter(
      ([, { sockets, elsewhere }]) => sockets > 0 || elsewhere?.values().some(({ is_away }) => !is_away),
    )
    return seats.map(([user_id]) => user_id)
  }
  members(): Seated[] {
    return [...this.#seats].map(([user_id, { user_info }]) => ({ user_id, user_info }))
  }
  /** A member at this node, with the info they joined it with. */
  getHere(user_id: string): SeatKept | undefined {
    const seat = this.#seats.get(user_id)
    return seat?.here ? { user_id, ...seat.here, is_away: seat.sockets === 0 } : undefined
  }
  membersHere(): SeatKept[] {
    return this.ids().flatMap((user_id) => this.getHere(user_id) ?? [])
  }

  #open({ user_id, user_info }: Seated) {
    const seat: Seat = { user_info, here: null, sockets: 0, leaves_at_tick: 0, elsewhere: null }
    this.#seats.set(user_id, seat)
    this.#json = null
    return seat
  }

  /** Adds a connection. @returns whether the member is new; an existing member keeps their info */
  join(member: Seated) {
    const known = this.#seats.get(member.user_id)
    const seat = known ?? this.#open(member)
    if (!seat.here) {
      this.#here++
      seat.here = { user_info: seat.user_info }
    }
    seat.sockets++
    return known === undefined
  }

  /** Removes a connection. @returns whether it was the member's last at this node */
  leave(user_id: string) {
    const seat = this.#seats.get(user_id)
    return seat !== undefined && --seat.sockets === 0
  }

  linger(user_id: string, until_tick: number) {
    const seat = this.#seats.get(user_id)
    if (seat) seat.leaves_at_tick = until_tick
  }

  /** Whether a member's grace period has expired at this node. */
  isDue(user_id: string, tick: number) {
    const seat = this.#seats.get(user_id)
    return seat?.here != null && seat.sockets === 0 && seat.leaves_at_tick <= tick
  }

  /** Removes the member from this node. */
  release(user_id: string): SeatChange | undefined {
    const seat = this.#seats.get(user_id)
    if (!seat?.here) return undefined
    seat.here = null
    this.#here--
    return this.#settle(user_id, seat)
  }

  /** The member joined at another node. */
  joinElsewhere(member: SeatKept, node: string): SeatChange | undefined {
    const known = this.#seats.get(member.user_id)
    const seat = known ?? this.#open(member)
    ;(seat.elsewhere ??= new Map()).set(node, member)
    return known ? this.#settle(member.user_id, seat) : 'added'
  }

  leaveElsewhere(user_id: string, node: string): SeatChange | undefined {
    const seat = this.#seats.get(user_id)
    return seat?.elsewhere?.delete(node) ? this.#settle(user_id, seat) : undefined
  }

  /** The nodes with this member have changed. */
  #settle(user_id: string, seat: Seat): SeatChange | undefined {
    const infos = [...(seat.here ? [seat.here] : []), ...(seat.elsewhere?.values() ?? [])]
    if (infos.length === 0) {
      this.#json = null
      this.#seats.delete(user_id)
      return 'removed'
    }
    const [first] = infos.map(({ user_info }) => JSON.stringify(user_info)).toSorted()
    if (first === undefined || first === JSON.stringify(seat.user_info)) return undefined
    this.#json = null
    seat.user_info = JSON.parse(first)
    return 'changed'
  }

  /** `{ids, hash, count}` as JSON, serialized once per change. */
  toJson() {
    if (this.#json === null) {
      const hash = Object.fromEntries(this.members().map(({ user_id, user_info }) => [user_id, user_info]))
      this.#json = JSON.stringify({ ids: this.ids(), hash, count: this.size })
    }
    return this.#json
  }
}
