import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type pg from 'pg'
import type { BaseLogger } from 'pino'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'

/** At most `points` in `per_s` seconds per key. */
export interface Limit {
  name: string
  points: number
  per_s: number
  /**
   * Counted by all nodes together also without Redis, for a write to the database with each request: for limits
   * on guessing, on emails, and on what costs money.
   */
  is_shared?: true
}

/** What nodes have in common. A single node has neither. */
export interface RateStores {
  redis?: Redis | undefined
  /** Counts the limits with `is_shared` if there is no Redis. */
  pool?: pg.Pool | undefined
  log: Pick<BaseLogger, 'warn'>
}

/** How long a store is skipped after an error, so that it doesn't delay every request until its timeout. */
const pause_ms = 5_000

/** Keys contain what callers sent, such as email addresses: hashed, they reveal nothing, and any text fits. */
const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url')

/**
 * Creates a function that counts in the store that nodes share, or in this process while the store is
 * unavailable.
 */
export function createRateCounters({ redis, pool, log }: RateStores) {
  const counters = new Map<string, { memory: RateLimiterMemory; shared?: RateLimiterAbstract | undefined }>()
  let is_away_until_ms = 0
  let isAway = false

  function createCounter({ name, points, per_s, is_shared }: Limit, factor: number) {
    const options = { keyPrefix: `rate:${name}:${factor}`, points: points * factor, duration: per_s }
    const rows = {
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
    }
    let shared: RateLimiterAbstract | undefined
    if (redis) shared = new RateLimiterRedis({ ...options, storeClient: redis })
    else if (pool && is_shared) shared = new RateLimiterPostgres({ ...options, ...rows, storeClient: pool })
    return { memory: new RateLimiterMemory(options), shared }
  }

  return async function use<T>(
    limit: Limit,
    factor: number,
    key: string,
    ask: (counter: RateLimiterAbstract, key: string) => Promise<T>,
  ): Promise<T> {
    const id = `${limit.name}:${factor}`
    const counter = counters.get(id) ?? createCounter(limit, factor)
    counters.set(id, counter)
    const { memory, shared } = counter
    if (!shared || performance.now() < is_away_until_ms) return ask(memory, key)
    try {
      const result = await ask(shared, hashKey(key))
      isAway = false
      return result
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error
      if (!isAway)
        log.warn({ err: error }, 'Shared rate limits are unavailable; each process counts separately')
      isAway = true
      is_away_until_ms = performance.now() + pause_ms
      return ask(memory, key)
    }
  }
}
