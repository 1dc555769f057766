/** A member as their signed channel data told. */
export interface Seated {
  user_id: string
  user_info: unknown
}

interface Seat {
  user_info: unknown
  /** Connections of this user on the channel, at this node; none while they linger. */
  sockets: number
  /** Whether this node keeps the seat: by connections, or while whoever was lost may return. */
  is_here: boolean
  leaves_at_tick: number
  /** How many other nodes keep it. */
  nodes: number
}

/**
 * The members of one presence channel: one per user id, however many connections they have on however many nodes.
 * A seat is there as long as any node keeps it.
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
  ids() {
    return [...this.#seats.keys()]
  }
  members(): Seated[] {
    return [...this.#seats].map(([user_id, { user_info }]) => ({ user_id, user_info }))
  }
  /** Those whose seat this node keeps. */
  membersHere(): Seated[] {
    return this.members().filter(({ user_id }) => this.memberHere(user_id))
  }
  memberHere(user_id: string): Seated | undefined {
    const seat = this.#seats.get(user_id)
    return seat?.is_here ? { user_id, user_info: seat.user_info } : undefined
  }

  #open({ user_id, user_info }: Seated) {
    const seat: Seat = { user_info, sockets: 0, is_here: false, leaves_at_tick: 0, nodes: 0 }
    this.#seats.set(user_id, seat)
    this.#json = null
    return seat
  }

  /** One connection more. @returns whether they are a new member; one who is there already keeps their info. */
  join(member: Seated) {
    const known = this.#seats.get(member.user_id)
    const seat = known ?? this.#open(member)
    if (!seat.is_here) this.#here++
    seat.is_here = true
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
    return seat !== undefined && seat.is_here && seat.sockets === 0 && seat.leaves_at_tick <= tick
  }

  /** This node keeps the seat no longer. @returns whether nobody does. */
  release(user_id: string) {
    const seat = this.#seats.get(user_id)
    if (!seat?.is_here) return false
    seat.is_here = false
    this.#here--
    return this.#closeIfEmpty(user_id, seat)
  }

  /** One more node keeps the seat. @returns whether they are a new member. */
  joinElsewhere(member: Seated) {
    const known = this.#seats.get(member.user_id)
    const seat = known ?? this.#open(member)
    seat.nodes++
    return known === undefined
  }

  /** One node less keeps the seat. @returns whether nobody does. */
  leaveElsewhere(user_id: string) {
    const seat = this.#seats.get(user_id)
    if (!seat || seat.nodes === 0) return false
    seat.nodes--
    return this.#closeIfEmpty(user_id, seat)
  }

  /**
   * Settles what a member's info is where two nodes let them in with different ones at the same time: all nodes
   * take the one whose JSON sorts first. @returns whether it is another one now.
   */
  agree({ user_id, user_info }: Seated) {
    const seat = this.#seats.get(user_id)
    if (!seat || JSON.stringify(seat.user_info) <= JSON.stringify(user_info)) return false
    seat.user_info = user_info
    this.#json = null
    return true
  }

  #closeIfEmpty(user_id: string, seat: Seat) {
    if (seat.is_here || seat.nodes > 0) return false
    this.#json = null
    return this.#seats.delete(user_id)
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
