import type { IncomingMessage } from 'node:http'
import { TokenBucket } from './token-bucket.ts'
import type { Limits, RealtimeOptions } from './options.ts'

interface Visits {
  connections: number
  connections_max: number
  handshakes: TokenBucket
}

/** Limits connections and handshakes per network, so that no machine can use them all. */
export class Networks {
  readonly #limits: Limits
  readonly #networkOf: RealtimeOptions['networkOf']
  readonly #visits = new Map<string, Visits>()

  constructor(limits: Limits, networkOf: RealtimeOptions['networkOf']) {
    this.#limits = limits
    this.#networkOf = networkOf
  }

  #open(request: IncomingMessage) {
    if (!this.#networkOf) return undefined
    const { name, factor } = this.#networkOf(request)
    let visits = this.#visits.get(name)
    if (!visits) {
      const { network_connections_max, network_handshakes_per_s } = this.#limits
      const connections_max = network_connections_max * factor
      visits = {
        connections: 0,
        connections_max,
        // A whole network may reconnect at the same time, and again before all are back.
        handshakes: new TokenBucket(network_handshakes_per_s * factor, connections_max * 2),
      }
      this.#visits.set(name, visits)
    }
    return { name, visits }
  }

  /** Counts a handshake. @returns false if the network has made too many */
  takeHandshake(request: IncomingMessage) {
    return this.#open(request)?.visits.handshakes.take() ?? true
  }

  /** Counts a connection until `left`. @returns the network's name, or undefined if it has too many */
  enter(request: IncomingMessage) {
    const opened = this.#open(request)
    if (!opened) return ''
    const { name, visits } = opened
    if (visits.connections >= visits.connections_max) return undefined
    visits.connections++
    return name
  }

  left(name: string) {
    const visits = this.#visits.get(name)
    if (visits) visits.connections--
  }

  /** Deletes networks without counts. */
  sweep() {
    for (const [name, { connections, handshakes }] of this.#visits)
      if (connections === 0 && handshakes.isFull) this.#visits.delete(name)
  }
}
