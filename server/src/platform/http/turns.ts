/** Limits of concurrent and waiting requests, in queues that are served in rotation. */
export interface TurnLimits {
  /** Running at the same time. */
  running_max: number
  /** Waiting in all queues together; above that, requests are rejected. */
  waiting_max: number
  /** Requests that waited longer are rejected: the client has given up by then. */
  wait_max_ms: number
}

interface Waiting {
  since_ms: number
  isGone: () => boolean
  begin: (turn: Turn | undefined) => void
}
interface Lane {
  running: number
  waiting: Waiting[]
  seen_ms: number
}
/** Releases the slot. Idempotent. */
export type Turn = () => void

/** How long an empty queue still counts when slots are shared. */
const lingers_ms = 2_000
const prune_every_ms = 500

/**
 * A concurrency limit with fair sharing: queues take turns, and while several are in use, none runs more than
 * its share once a quarter of all slots is taken. So tenants with few requests wait little, regardless of the
 * others' load.
 */
export class Turns {
  readonly #limits: TurnLimits
  readonly #now_ms: () => number
  readonly #lanes = new Map<string, Lane>()
  /** Queues with waiting requests, in the order they are served. */
  readonly #queue = new Map<string, Lane>()
  #pruned_ms = 0
  running = 0
  waiting = 0

  constructor(limits: TurnLimits, now_ms: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now_ms = now_ms
  }

  /** Whether a new request would be rejected: all places are taken, or half of them by this queue. */
  isFull(name: string): boolean {
    const { waiting_max } = this.#limits
    const own = this.#lanes.get(name)?.waiting.length ?? 0
    return this.waiting >= waiting_max || (own >= waiting_max / 2 && this.#lanes.size > 1)
  }

  /**
   * Waits for a slot.
   *
   * @param isGone whether the waiting client has disconnected
   * @returns undefined if rejected
   */
  enter(name: string, isGone: () => boolean = () => false): Promise<Turn | undefined> | Turn | undefined {
    const lane = this.#laneOf(name)
    if (lane.waiting.length === 0 && this.#mayRun(lane)) return this.#begin(lane)
    if (this.isFull(name)) return undefined
    this.waiting++
    this.#queue.set(name, lane)
    return new Promise((begin) => lane.waiting.push({ since_ms: this.#now_ms(), isGone, begin }))
  }

  #laneOf(name: string): Lane {
    const now_ms = this.#now_ms()
    if (now_ms - this.#pruned_ms > prune_every_ms) this.#prune(now_ms)
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: [], seen_ms: now_ms }
    lane.seen_ms = now_ms
    this.#lanes.set(name, lane)
    return lane
  }

  #prune(now_ms: number) {
    this.#pruned_ms = now_ms
    for (const [name, { running, waiting, seen_ms }] of this.#lanes)
      if (running === 0 && waiting.length === 0 && now_ms - seen_ms > lingers_ms) this.#lanes.delete(name)
  }

  #mayRun({ running }: Lane) {
    const { running_max } = this.#limits
    if (this.running >= running_max) return false
    return this.running < running_max / 4 || running < running_max / this.#lanes.size
  }

  #begin(lane: Lane): Turn {
    this.running++
    lane.running++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.running--
      lane.running--
      this.#serve()
    }
  }

  #serve() {
    while (this.running < this.#limits.running_max) {
      const next = this.#next()
      if (!next) return
      const [lane, { since_ms, isGone, begin }] = next
      const isLate = this.#now_ms() - since_ms > this.#limits.wait_max_ms
      begin(isLate || isGone() ? undefined : this.#begin(lane))
    }
  }

  #next(): [Lane, Waiting] | undefined {
    for (const [name, lane] of this.#queue) {
      if (!this.#mayRun(lane)) continue
      const next = lane.waiting.shift()
      // A served queue moves to the end.
      this.#queue.delete(name)
      if (lane.waiting.length > 0) this.#queue.set(name, lane)
      if (!next) continue
      this.waiting--
      return [lane, next]
    }
    return undefined
  }
}
