import { createHmac, timingSafeEqual } from 'node:crypto'
import { minute_ms } from '@ozvi/contract'

/** Older requests are rejected, so that a recorded one can't be sent again later. */
const tolerance_ms = 5 * minute_ms

interface SignedRequest {
  /** The URL that HubSpot is configured to call. */
  url: string
  body: Buffer
  signature: string
  /** Milliseconds since the epoch, as the header has them. */
  timestamp: string
}

/** Checks version 3 of HubSpot's request signature. */
export function isSigned(
  { url, body, signature, timestamp }: SignedRequest,
  secret: string,
  now: number,
): boolean {
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > tolerance_ms) return false
  const expected = createHmac('sha256', secret).update(`POST${url}`).update(body).update(timestamp).digest()
  const actual = Buffer.from(signature, 'base64')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
