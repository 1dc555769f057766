import { minute_ms } from '@ozvi/contract'
import type { Connection } from './connection.ts'
import { signature_lifetime_s } from './signatures.ts'

/**
 * Longer than a signature is valid, plus the time a request started before the revocation can take to get
 * one.
 */
const kept_ms = signature_lifetime_s * 1_000 + 4 * minute_ms

interface Environment {
  readonly tick: number
  ticks(ms: number): number
}

/**
 * Users and shares whose access changed recently. Signatures are bound to a socket, so earlier ones can only
 * be used on sockets that were already open; those reject subscriptions of that user or share. A new socket
 * is allowed, since everything signed for it was decided with the new permissions.
 */
export class Revocations {
  readonly #environment: Environment
  readonly #latest = new Map<string, { number: number; tick: number }>()
  /** How many there have been. */
  count = 0

  constructor(environment: Environment) {
    this.#environment = environment
  }

  /** @param id of a user or a share */
  add(id: string) {
    this.count++
    // Deleted first, so that the oldest stay in front.
    this.#latest.delete(id)
    this.#latest.set(id, { number: this.count, tick: this.#environment.tick })
  }

  isRevoked(id: string, { revocations_before }: Connection) {
    return (this.#latest.get(id)?.number ?? 0) > revocations_before
  }

  /** Deletes entries whose signatures have expired. */
  sweep() {
    const oldest_tick = this.#environment.tick - this.#environment.ticks(kept_ms)
    for (const [id, { tick }] of this.#latest) {
      if (tick >= oldest_tick) return
      this.#latest.delete(id)
    }
  }
}
