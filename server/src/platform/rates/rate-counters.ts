import { createHmac } from 'node:crypto'
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
import type { Secrets } from '../secrets/secrets.ts'

/** At most `points` in `per_s` seconds per key. */
export interface Limit {
  name: string
  points: number
  per_s: number
  /**
   * Shared by all nodes even without Redis, at the cost of one database write per request. For limits on guessing,
   * emails and costs. Such a limit must be taken outside of transactions.
   */
  is_shared?: true
}

/** Stores that nodes can share. The embedded database has neither. */
export interface RateStores {
  redis?: Redis | undefined
  /** Counts the limits with `is_shared` if there is no Redis. */
  pool?: pg.Pool | undefined
  secrets: Pick<Secrets, 'derive'>
  log: Pick<BaseLogger, 'warn'>
}

/** How long a store is skipped after an error, so that it doesn't delay every request until its timeout. */
const pause_ms = 5_000

/**
 * Creates a function that counts in the store that nodes share, or in this process while the store is
 * unavailable.
 */
export function createRateCounters({ redis, pool, secrets, log }: RateStores) {
  // Keys contain what callers sent, such as email addresses, which the store must not reveal.
  const secret = secrets.derive('rate-limits')
  const hashKey = (key: string) => createHmac('sha256', secret).update(key).digest('base64url')
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
