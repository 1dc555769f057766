/** Limits of concurrent and waiting requests, in queues that are served in rotation. */
export interface QueueLimits {
  /** Running at the same time. */
  running_max: number
  /** Waiting in all queues together; above that, requests are rejected. */
  waiting_max: number
  /** Waiting in one queue. By default half of `waiting_max` while several queues are in use. */
  waiting_each_max?: number
  /** Requests that waited longer are rejected: the client has given up by then. */
  wait_max_ms: number
}

interface Waiter {
  since_ms: number
  isGone: () => boolean
  start: (slot: Slot | undefined) => void
}
interface TenantQueue {
  running: number
  waiting: Waiter[]
  seen_ms: number
}
/** Releases the slot. Idempotent. */
export type Slot = () => void

/** How long an empty queue still counts when slots are shared. */
const lingers_ms = 2_000
const prune_every_ms = 500

/**
 * A concurrency limit with fair sharing: queues take turns, and while several are in use, none runs more than
 * its share once a quarter of all slots is taken. So tenants with few requests wait little, regardless of the
 * others' load.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #now_ms: () => number
  /** All queues in use, by tenant. */
  readonly #queues = new Map<string, TenantQueue>()
  /** Queues with waiting requests, in the order they are served. */
  readonly #waitingQueues = new Map<string, TenantQueue>()
  #pruned_ms = 0
  running = 0
  waiting = 0

  constructor(limits: QueueLimits, now_ms: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now_ms = now_ms
  }

  /** Whether a new request would be rejected: all places are taken, or this queue's share of them. */
  isFull(name: string): boolean {
    const { waiting_max, waiting_each_max } = this.#limits
    const share = waiting_each_max ?? (this.#queues.size > 1 ? waiting_max / 2 : waiting_max)
    const waitingHere = this.#queues.get(name)?.waiting.length ?? 0
    return this.waiting >= waiting_max || waitingHere >= share
  }

  /**
   * Waits for a slot.
   *
   * @param isGone whether the waiting client has disconnected
   * @returns undefined if rejected
   */
  enter(name: string, isGone: () => boolean = () => false): Promise<Slot | undefined> | Slot | undefined {
    const queue = this.#queueOf(name)
    if (queue.waiting.length === 0 && this.#canRun(queue)) return this.#start(queue)
    if (this.isFull(name)) return undefined
    this.waiting++
    this.#waitingQueues.set(name, queue)
    return new Promise((start) => queue.waiting.push({ since_ms: this.#now_ms(), isGone, start }))
  }

  #queueOf(name: string): TenantQueue {
    const now_ms = this.#now_ms()
    if (now_ms - this.#pruned_ms > prune_every_ms) this.#prune(now_ms)
    const queue = this.#queues.get(name) ?? { running: 0, waiting: [], seen_ms: now_ms }
    queue.seen_ms = now_ms
    this.#queues.set(name, queue)
    return queue
  }

  #prune(now_ms: number) {
    this.#pruned_ms = now_ms
    for (const [name, { running, waiting, seen_ms }] of this.#queues)
      if (running === 0 && waiting.length === 0 && now_ms - seen_ms > lingers_ms) this.#queues.delete(name)
  }

  #canRun({ running }: TenantQueue) {
    const { running_max } = this.#limits
    if (this.running >= running_max) return false
    return this.running < running_max / 4 || running < running_max / this.#queues.size
  }

  #start(queue: TenantQueue): Slot {
    this.running++
    queue.running++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.running--
      queue.running--
      this.#serve()
    }
  }

  #serve() {
    while (this.running < this.#limits.running_max) {
      const next = this.#next()
      if (!next) return
      const [queue, { since_ms, isGone, start }] = next
      const isLate = this.#now_ms() - since_ms > this.#limits.wait_max_ms
      start(isLate || isGone() ? undefined : this.#start(queue))
    }
  }

  #next(): [TenantQueue, Waiter] | undefined {
    for (const [name, queue] of this.#waitingQueues) {
      if (!this.#canRun(queue)) continue
      const next = queue.waiting.shift()
      // A served queue moves to the end.
      this.#waitingQueues.delete(name)
      if (queue.waiting.length > 0) this.#waitingQueues.set(name, queue)
      if (!next) continue
      this.waiting--
      return [queue, next]
    }
    return undefined
  }
}
