/** A member as their signed channel data told. */
export interface Seated {
  user_id: string
  user_info: unknown
}

interface Seat {
  user_info: unknown
  /** Connections of this user on the channel; none while they linger. */
  sockets: number
  leaves_at_tick: number
}

/** The members of one presence channel: one per user id, however many connections they have. */
export class Roster {
  readonly #seats = new Map<string, Seat>()
  #json: string | null = null

  get size() {
    return this.#seats.size
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

  /** @returns whether they are a new member. */
  join(member: Seated) {
    const seat = this.#seats.get(member.user_id)
    if (seat) {
      seat.sockets++
      return false
    }
    this.#seats.set(member.user_id, { user_info: member.user_info, sockets: 1, leaves_at_tick: 0 })
    this.#json = null
    return true
  }

  /** One connection less. @returns whether it was the member's last. */
  leave(user_id: string) {
    const seat = this.#seats.get(user_id)
    return seat !== undefined && --seat.sockets === 0
  }

  linger(user_id: string, until_tick: number) {
    const seat = this.#seats.get(user_id)
    if (seat) seat.leaves_at_tick = until_tick
  }

  /** Whether a lingering member has not come back by now. */
  isDue(user_id: string, tick: number) {
    const seat = this.#seats.get(user_id)
    return seat !== undefined && seat.sockets === 0 && seat.leaves_at_tick <= tick
  }

  remove(user_id: string) {
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
