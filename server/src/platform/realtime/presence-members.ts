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
  local: { user_info: unknown } | null
  /** Connections of this user on the channel at this node. */
  sockets: number
  /** The other nodes with this member, and the info they joined each with. */
  remote: Map<string, { user_info: unknown }> | null
}

/**
 * The members of one presence channel: one per user id, regardless of the number of connections and nodes.
 *
 * A member exists as long as any node has them. The info is the first one; if two nodes added a member at the
 * same time with different infos, the one whose JSON sorts first wins, so that all nodes agree.
 */
export class PresenceMembers {
  readonly #members = new Map<string, MemberState>()
  #json: string | null = null

  get size() {
    return this.#members.size
  }
  has(user_id: string) {
    return this.#members.has(user_id)
  }
  get(user_id: string): PresenceMember | undefined {
    const member = this.#members.get(user_id)
    return member && { user_id, user_info: member.user_info }
  }
  ids() {
    return [...this.#members.keys()]
  }
  members(): PresenceMember[] {
    return [...this.#members].map(([user_id, { user_info }]) => ({ user_id, user_info }))
  }
  /** A member at this node, with the info they joined it with. */
  getLocal(user_id: string): PresenceMember | undefined {
    const local = this.#members.get(user_id)?.local
    return local ? { user_id, ...local } : undefined
  }
  localMembers(): PresenceMember[] {
    return this.ids().flatMap((user_id) => this.getLocal(user_id) ?? [])
  }

  #open({ user_id, user_info }: PresenceMember) {
    const member: MemberState = { user_info, local: null, sockets: 0, remote: null }
    this.#members.set(user_id, member)
    this.#json = null
    return member
  }

  /** Adds a connection. @returns whether the member is new; an existing member keeps their info */
  join(member: PresenceMember) {
    const known = this.#members.get(member.user_id)
    const state = known ?? this.#open(member)
    state.local ??= { user_info: state.user_info }
    state.sockets++
    return known === undefined
  }

  /** Removes a connection. @returns whether it was the member's last at this node */
  leave(user_id: string) {
    const member = this.#members.get(user_id)
    return member !== undefined && --member.sockets === 0
  }

  /** Removes the member from this node. */
  release(user_id: string): MemberChange | undefined {
    const member = this.#members.get(user_id)
    if (!member?.local) return undefined
    member.local = null
    return this.#update(user_id, member)
  }

  /** The member joined at another node. */
  joinRemote(member: PresenceMember, node: string): MemberChange | undefined {
    const known = this.#members.get(member.user_id)
    const state = known ?? this.#open(member)
    ;(state.remote ??= new Map()).set(node, { user_info: member.user_info })
    return known ? this.#update(member.user_id, state) : 'added'
  }

  leaveRemote(user_id: string, node: string): MemberChange | undefined {
    const member = this.#members.get(user_id)
    return member?.remote?.delete(node) ? this.#update(user_id, member) : undefined
  }

  /** The nodes with this member have changed. */
  #update(user_id: string, member: MemberState): MemberChange | undefined {
    const infos = [...(member.local ? [member.local] : []), ...(member.remote?.values() ?? [])]
    if (infos.length === 0) {
      this.#json = null
      this.#members.delete(user_id)
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
