/** A member from their signed channel data. */
export interface PresenceMember {
  user_id: string
  user_info: unknown
}

/** Change of a member: joined at the first node, left the last node, or changed info. */
export type MemberChange = 'added' | 'removed' | 'changed'

interface MemberState {
  user_info: unknown
  /** The info they joined this node with, while they are connected to it. */
  here: { user_info: unknown } | null
  /** Connections of this user on the channel at this node. */
  sockets: number
  /** The other nodes with this member, and the info they joined each with. */
  elsewhere: Map<string, { user_info: unknown }> | null
}

/**
 * The members of one presence channel: one per user id, regardless of the number of connections and nodes.
 *
 * A member exists as long as any node has them. The info is the first one; if two nodes added a member at the
 * same time with different infos, the one whose JSON sorts first wins, so that all nodes agree.
 */
export class PresenceMembers {
  readonly #seats = new Map<string, MemberState>()
  #json: string | null = null

  get size() {
    return this.#seats.size
  }
  has(user_id: string) {
    return this.#seats.has(user_id)
  }
  get(user_id: string): PresenceMember | undefined {
    const member = this.#seats.get(user_id)
    return member && { user_id, user_info: member.user_info }
  }
  ids() {
    return [...this.#seats.keys()]
  }
  members(): PresenceMember[] {
    return [...this.#seats].map(([user_id, { user_info }]) => ({ user_id, user_info }))
  }
  /** A member at this node, with the info they joined it with. */
  getHere(user_id: string): PresenceMember | undefined {
    const here = this.#seats.get(user_id)?.here
    return here ? { user_id, ...here } : undefined
  }
  membersHere(): PresenceMember[] {
    return this.ids().flatMap((user_id) => this.getHere(user_id) ?? [])
  }

  #open({ user_id, user_info }: PresenceMember) {
    const member: MemberState = { user_info, here: null, sockets: 0, elsewhere: null }
    this.#seats.set(user_id, member)
    this.#json = null
    return member
  }

  /** Adds a connection. @returns whether the member is new; an existing member keeps their info */
  join(member: PresenceMember) {
    const known = this.#seats.get(member.user_id)
    const seat = known ?? this.#open(member)
    seat.here ??= { user_info: seat.user_info }
    seat.sockets++
    return known === undefined
  }

  /** Removes a connection. @returns whether it was the member's last at this node */
  leave(user_id: string) {
    const member = this.#seats.get(user_id)
    return member !== undefined && --member.sockets === 0
  }

  /** Removes the member from this node. */
  release(user_id: string): MemberChange | undefined {
    const member = this.#seats.get(user_id)
    if (!member?.here) return undefined
    member.here = null
    return this.#settle(user_id, member)
  }

  /** The member joined at another node. */
  joinElsewhere(member: PresenceMember, node: string): MemberChange | undefined {
    const known = this.#seats.get(member.user_id)
    const seat = known ?? this.#open(member)
    ;(seat.elsewhere ??= new Map()).set(node, { user_info: member.user_info })
    return known ? this.#settle(member.user_id, seat) : 'added'
  }

  leaveElsewhere(user_id: string, node: string): MemberChange | undefined {
    const member = this.#seats.get(user_id)
    return member?.elsewhere?.delete(node) ? this.#settle(user_id, member) : undefined
  }

  /** The nodes with this member have changed. */
  #settle(user_id: string, member: MemberState): MemberChange | undefined {
    const infos = [...(member.here ? [member.here] : []), ...(member.elsewhere?.values() ?? [])]
    if (infos.length === 0) {
      this.#json = null
      this.#seats.delete(user_id)
      return 'removed'
    }
    const [first] = infos.map(({ user_info }) => JSON.stringify(user_info)).toSorted()
    if (first === undefined || first === JSON.stringify(member.user_info)) return undefined
    this.#json = null
    member.user_info = JSON.parse(first)
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
