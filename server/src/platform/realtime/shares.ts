import type { Connection } from './connection.ts'

/** Limits connections per share at this node. */
export class Shares {
  readonly #connections_max: number
  readonly #connections = new Map<string, number>()

  constructor(connections_max: number) {
    this.#connections_max = connections_max
  }

  /**
   * Counts a connection toward a share until the connection closes. Later subscriptions of other shares don't release
   * it.
   *
   * @returns false if the share is used up
   */
  take(connection: Connection, share: string) {
    if (connection.shares?.has(share)) return true
    const connections = this.#connections.get(share) ?? 0
    if (connections >= this.#connections_max) return false
    ;(connection.shares ??= new Set()).add(share)
    this.#connections.set(share, connections + 1)
    return true
  }

  release(connection: Connection) {
    for (const share of connection.shares ?? []) {
      const connections = (this.#connections.get(share) ?? 0) - 1
      if (connections > 0) this.#connections.set(share, connections)
      else this.#connections.delete(share)
    }
    connection.shares = null
  }
}
