import type { FailureReason } from '@ozvi/contract'
import type { Egress } from '#platform/egress/index.ts'
import { crawlReason, statusReason } from './reasons.ts'
import { readRobots } from './robots-rules.ts'

/** The name that a robots.txt addresses. */
const agent = 'OzviBot'
const bytes_max = 500_000 // RFC 9309 §2.5: parse at least 500 KiB
const delay_max_s = 10

export interface Robots {
  /** Why nothing may be fetched at all; RFC 9309 §2.3.1.4: no answer means no permission. */
  reason: FailureReason | null
  isAllowed(url: URL): Promise<boolean>
  /** Seconds between requests that the site asks for, at most 10. */
  delay_s: number
  sitemaps: string[]
}

const everything: Robots = { reason: null, isAllowed: async () => true, delay_s: 0, sitemaps: [] }

/** Reads a site's robots.txt; one that does not exist (4xx) allows everything. */
export async function fetchRobots(egress: Egress, origin: string, signal: AbortSignal): Promise<Robots> {
  const url = `${origin}/robots.txt`
  const answer = await egress.fetch(url, { max_bytes: bytes_max, at_cap: 'truncate', signal })
  signal.throwIfAborted()
  if (!answer.ok) return { ...everything, reason: crawlReason(answer.reason), isAllowed: async () => false }
  if (answer.status >= 500 || answer.status === 429) {
    return { ...everything, reason: statusReason(answer.status), isAllowed: async () => false }
  }
  if (answer.status >= 300) return everything
  const { isAllowed, delay_s, sitemaps } = readRobots(answer.body.toString('utf8'), agent)
  return { reason: null, isAllowed, delay_s: Math.min(delay_max_s, delay_s ?? 0), sitemaps }
}
