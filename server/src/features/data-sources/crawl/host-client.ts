import { setTimeout as sleep } from 'node:timers/promises'
import type { FailureReason } from '@ozvi/contract'
import type { Egress, EgressOptions, EgressResult } from '#platform/egress/index.ts'
import { canonicalUrl, pageKey, siteOf } from './address.ts'
import type { Throttle } from './throttle.ts'
import { crawlReason } from './reasons.ts'
import { fetchRobots, type Robots } from './robots.ts'

const redirects_max = 10
const retry_after_max_s = 30

export type Reply =
  /** Any answer but a redirect, and where it came from. */
  | { kind: 'answer'; url: URL; answer: EgressResult & { ok: true } }
  | { kind: 'skipped' | 'failed'; reason: FailureReason }
  /** It redirects to a page that is visited separately. */
  | { kind: 'alias' }

/** One website, asked politely: robots.txt first, one request at a time, redirects within the site only. */
export interface HostClient {
  robots(url: URL): Promise<Robots>
  /** @param claim whether a redirect's target is free to be read under this address */
  get(url: URL, options: EgressOptions, claim: (url: URL) => boolean): Promise<Reply>
}

export function createHostClient(
  { egress, throttle }: { egress: Egress; throttle: Throttle },
  home: URL,
  requestsPerS: () => number,
  signal: AbortSignal,
): HostClient {
  const rules = new Map<string, Promise<Robots>>()
  const robots = ({ origin, host }: URL) => {
    const cached =
      rules.get(origin) ?? throttle.turn(host, 0, signal).then(() => fetchRobots(egress, origin, signal))
    rules.set(origin, cached)
    return cached
  }

  async function requestUrl(url: URL, delay_s: number, options: EgressOptions): Promise<EgressResult> {
    for (let attempt = 1; ; attempt++) {
      await throttle.turn(siteOf(url), Math.max(1_000 / requestsPerS(), delay_s * 1_000), signal)
      const answer = await egress.fetch(url.href, { ...options, redirect: 'manual', signal })
      signal.throwIfAborted()
      const is_busy = answer.ok && (answer.status === 429 || answer.status === 503)
      const wait_s = is_busy ? Number(answer.headers['retry-after'] ?? 5) : 0
      if (!is_busy || attempt > 1 || !(wait_s <= retry_after_max_s)) return answer
      await sleep(wait_s * 1_000, undefined, { signal })
    }
  }

  return {
    robots,
    async get(start, options, claim) {
      const visited = new Set<string>()
      for (let url = start; ;) {
        const { reason, isAllowed, delay_s } = await robots(url)
        if (reason) return { kind: 'failed', reason }
        if (!(await isAllowed(url))) return { kind: 'skipped', reason: 'robots_denied' }
        const answer = await requestUrl(url, delay_s, options)
        if (!answer.ok) {
          const kind = answer.reason === 'wrong_type' ? 'skipped' : 'failed'
          return { kind, reason: crawlReason(answer.reason) }
        }
        const location = answer.headers.location
        if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) {
          return { kind: 'answer', url, answer }
        }

        visited.add(url.href)
        const next = canonicalUrl(location, url.href)
        if (!next) return { kind: 'failed', reason: 'http_error' }
        if (siteOf(next) !== siteOf(home)) return { kind: 'skipped', reason: 'off_site' }
        if (visited.has(next.href) || visited.size > redirects_max)
          return { kind: 'failed', reason: 'too_many_redirects' }
        if (pageKey(next) !== pageKey(url) && !claim(next)) return { kind: 'alias' }
        url = next
      }
    },
  }
}
