import { Problem } from '@ozvi/contract'
import ipaddr from 'ipaddr.js'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { createRateCounters, type Limit, type RateStores } from '../rates/rate-counters.ts'

export type { Limit }

export interface Rates {
  /**
   * Consumes points of a limit.
   *
   * @param peer address of the caller; outside production loopback peers get wider limits
   * @param points how many to consume; 1 by default
   * @throws Problem `rate_limited` with the seconds until a retry can succeed
   */
  take(limit: Limit, key: string, peer: string, points?: number): Promise<void>
  /**
   * Consumes a point of the caller's network. An IPv6 network also counts toward its /48, which has 65,536 of them and
   * often one owner.
   *
   * @throws Problem `rate_limited`, like `take`
   */
  takeByNetwork(limit: Limit, peer: string): Promise<void>
  /** Consumes a point like `take`, and returns what is left instead of throwing. */
  spend(limit: Limit, key: string, peer: string): Promise<Spent>
  /** The remaining points of a limit. Consumes none. */
  peek(limit: Limit, key: string, peer: string): Promise<Spent>
  /** The factor by which a peer's limits are multiplied. */
  factorOf(peer: string): number
}

export interface Spent {
  isAllowed: boolean
  /** Points per period. */
  points: number
  remaining: number
  /** Until the period ends. */
  reset_s: number
}

/** Some proxies add the port to the address in `X-Forwarded-For`: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
const withPort = /^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-f:.]{2,45})\]):\d+$/i
const withoutPort = (address: string): string => {
  const [, v4, v6] = withPort.exec(address) ?? []
  return v4 ?? v6 ?? address
}
/**
 * One household or machine: an IPv4 address, or the /64 of an IPv6 customer. All callers without a valid
 * address count as one, since they could choose another text for each request.
 */
export function ipPrefix(address: string): string {
  const host = withoutPort(address)
  if (!ipaddr.isValid(host)) return 'unknown'
  const ip = ipaddr.process(host)
  return ip.kind() === 'ipv4'
    ? ip.toString()
    : `${ip.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
/** The /48 of an IPv6 address; undefined for other addresses. */
function ipv6Site(address: string): string | undefined {
  const host = withoutPort(address)
  return ipaddr.isValid(host) && ipaddr.process(host).kind() === 'ipv6' ? anonymizeIp(host) : undefined
}
/** The points of a limit for a whole /48, relative to those of one /64. */
const siteFactor = 16
const siteLimit = (limit: Limit): Limit => ({
  ...limit,
  name: `${limit.name}-site`,
  points: limit.points * siteFactor,
})
/** An address truncated for privacy: the first three numbers of IPv4, the /48 of IPv6. */
export function anonymizeIp(address: string): string {
  if (!ipaddr.isValid(address)) return ''
  const ip = ipaddr.process(address)
  return ip.kind() === 'ipv4'
    ? `${ip.toString().split('.').slice(0, 3).join('.')}.x`
    : `${ip.toNormalizedString().split(':').slice(0, 3).join(':')}::/48`
}
const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

const remainderOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
  remaining: remainingPoints,
  reset_s: Math.max(1, Math.ceil(msBeforeNext / 1000)),
})

const developmentFactor = 100

/**
 * Rate limits, counted in Redis or PostgreSQL if all nodes share a limit, otherwise in this process.
 *
 * @param is_strict the limits apply to every caller, as in production; otherwise loopback peers get a hundred
 * times as much
 */
export function createRates({ is_strict, ...stores }: { is_strict: boolean } & RateStores): Rates {
  const use = createRateCounters(stores)
  const consume = (limit: Limit, factor: number, key: string, points: number) =>
    use(limit, factor, key, (counter, key) => counter.consume(key, points))
  const factorOf = (peer: string) => (!is_strict && isLoopback(peer) ? developmentFactor : 1)
  async function take(limit: Limit, key: string, peer: string, points = 1) {
    try {
      await consume(limit, factorOf(peer), key, points)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new Problem('rate_limited', undefined, { retry_after_s: remainderOf(error).reset_s })
    }
  }
  return {
    factorOf,
    take,
    async takeByNetwork(limit, peer) {
      // First, so that what a network has too much doesn't count for its neighbors.
      await take(limit, ipPrefix(peer), peer)
      const site = ipv6Site(peer)
      if (site) await take(siteLimit(limit), site, peer)
    },
    async spend(limit, key, peer) {
      const factor = factorOf(peer)
      const points = limit.points * factor
      try {
        return { isAllowed: true, points, ...remainderOf(await consume(limit, factor, key, 1)) }
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        return { isAllowed: false, points, ...remainderOf(error) }
      }
    },
    async peek(limit, key, peer) {
      const factor = factorOf(peer)
      const points = limit.points * factor
      const spent = await use(limit, factor, key, (counter, key) => counter.get(key))
      const { remaining, reset_s } = spent ? remainderOf(spent) : { remaining: points, reset_s: 1 }
      return { isAllowed: remaining > 0, points, remaining, reset_s }
    },
  }
}
