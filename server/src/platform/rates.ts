import { Problem } from '@ozvi/contract'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from 'ioredis'

/** At most `points` in `per_s` seconds for one key. */
export interface Limit {
  name: string
  points: number
  per_s: number
}
export interface Rates {
  /**
   * Counts one use.
   *
   * @param peer address of the caller; loopback peers get the wide limits of development
   * @throws Problem `rate_limited` with the seconds until a retry can succeed
   */
  take(limit: Limit, key: string, peer: string): Promise<void>
}

/** One household or machine: an IPv4 address, or the /64 an IPv6 customer is given. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  return ip.kind() === 'ipv4'
    ? ip.toString()
    : `${ip.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

const developmentFactor = 100

/**
 * Limits in Redis where there is one, else in this process; with Redis away each node counts for itself.
 *
 * @param is_strict the figures hold for everybody; otherwise loopback peers get a hundred times as much
 */
export function createRates({ is_strict, redis }: { is_strict: boolean; redis?: Redis | undefined }): Rates {
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>()
  function limiter({ name, points, per_s }: Limit, factor: number) {
    const keyPrefix = `rate:${name}:${factor}`
    const known = limiters.get(keyPrefix)
    if (known) return known
    const options = { keyPrefix, points: points * factor, duration: per_s }
    const memory = new RateLimiterMemory(options)
    const made = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory
    limiters.set(keyPrefix, made)
    return made
  }
  return {
    async take(limit, key, peer) {
      const factor = !is_strict && isLoopback(peer) ? developmentFactor : 1
      try {
        await limiter(limit, factor).consume(key)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        throw new Problem('rate_limited', undefined, {
          retry_after_s: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
        })
      }
    },
  }
}
