/** A member as their signed channel data told. */
export interface Seated {
  user_id: string
  user_info: unknown
}

/** A member whose seat a node keeps; `is_away` while it does so only because they may return. */
export interface SeatKept extends Seated {
  is_away: boolean
}

/** What became of a seat: taken by a new member, given up by the last node, or its info is another one now. */
export type SeatChange = 'added' | 'removed' | 'changed'

interface Seat {
  user_info: unknown
  /** The info with which this node let them in, while it keeps the seat: by connections, or while they linger. */
  here: { user_info: unknown } | null
  /** Connections of this user on the channel, at this node; none while they linger. */
  sockets: number
  leaves_at_tick: number
  /** The other nodes that keep it, and what each says of them. */
  elsewhere: Map<string, SeatKept> | null
}

/**
 * The members of one presence channel: one per user id, however many connections they have on however many nodes.
 *
 * A seat is there as long as any node keeps it. Its info is the one it was taken with; where two nodes took it at
 * the same time with different ones, the one whose JSON sorts first, so that all nodes say the same.
 */
export class Roster {
  readonly #seats = new Map<string, Seat>()
  #json: string | null = null
  #here = 0

  get size() {
    return this.#seats.size
  }
  /** How many seats this node keeps. */
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
  /** Ids of those who have a connection now, as the HTTP API counts them; whoever lingers has none. */
  connectedIds() {
    const seats = [...this.#seats].filter(
      ([, { sockets, elsewhere }]) => sockets > 0 || elsewhere?.values().some(({ is_away }) => !is_away),
    )
    return seats.map(([user_id]) => user_id)
  }
  members(): Seated[] {
    return [...this.#seats].map(([user_id, { user_info }]) => ({ user_id, user_info }))
  }
  /** A seat that this node keeps, with the info it did so with. */
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

  /** One connection more. @returns whether they are a new member; one who is there already keeps their info. */
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

  /** One connection less. @returns whether it was the member's last at this node. */
  leave(user_id: string) {
    const seat = this.#seats.get(user_id)
    return seat !== undefined && --seat.sockets === 0
  }

  linger(user_id: string, until_tick: number) {
    const seat = this.#seats.get(user_id)
    if (seat) seat.leaves_at_tick = until_tick
  }

  /** Whether a lingering member has not come back to this node by now. */
  isDue(user_id: string, tick: number) {
    const seat = this.#seats.get(user_id)
    return seat?.here != null && seat.sockets === 0 && seat.leaves_at_tick <= tick
  }

  /** This node keeps the seat no longer. */
  release(user_id: string): SeatChange | undefined {
    const seat = this.#seats.get(user_id)
    if (!seat?.here) return undefined
    seat.here = null
    this.#here--
    return this.#settle(user_id, seat)
  }

  /** Another node keeps the seat. */
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

  /** Who keeps the seat has changed. */
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

  /** `{ids, hash, count}` as JSON, written once per change however many join. */
  toJson() {
    if (this.#json === null) {
      const hash = Object.fromEntries(this.members().map(({ user_id, user_info }) => [user_id, user_info]))
      this.#json = JSON.stringify({ ids: this.ids(), hash, count: this.size })
    }
    return this.#json
  }
}
