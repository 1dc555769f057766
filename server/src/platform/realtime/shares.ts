import type { Connection } from './connection.ts'

/** Limits connections per share at this node. */
export class Shares {
  readonly #connections_max: number
  readonly #connections = new Map<string, number>()

  constructor(connections_max: number) {
    this.#connections_max = connections_max
  }

  /** Counts a connection toward the share of its latest subscription. @returns false if the share is used up */
  take(connection: Connection, share: string) {
    if (connection.share === share) return true
    const connections = this.#connections.get(share) ?? 0
    if (connections >= this.#connections_max) return false
    this.release(connection)
    connection.share = share
    this.#connections.set(share, connections + 1)
    return true
  }

  release(connection: Connection) {
    const { share } = connection
    if (share === null) return
    connection.share = null
    const connections = (this.#connections.get(share) ?? 0) - 1
    if (connections > 0) this.#connections.set(share, connections)
    else this.#connections.delete(share)
  }
}
