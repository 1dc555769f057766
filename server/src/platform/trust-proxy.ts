import ipaddr from 'ipaddr.js'

/** More than any realistic chain of proxies. */
const hopsMax = 10
const ranges = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isAddress(text: string): boolean {
  // `1.5` would be 1.0.0.5: short forms of IPv4 are more likely mistakes.
  if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text.split('/', 1)[0] ?? '')) return false
  if (!text.includes('/')) return ipaddr.isValid(text)
  try {
    // With a range of all addresses, callers could forge theirs.
    return ipaddr.parseCIDR(text)[1] > 0
  } catch {
    return false
  }
}

/**
 * Parses `TRUST_PROXY`: comma-separated addresses, ranges and names of ranges, or the number of proxies in
 * front.
 *
 * @returns the value as Fastify expects it; undefined if invalid
 */
export function readTrustProxy(value: string): string | number | undefined {
  if (/^\d+$/.test(value)) {
    const hops = Number(value)
    return hops >= 1 && hops <= hopsMax ? hops : undefined
  }
  const parts = value.split(',').map((part) => part.trim())
  return parts.every((part) => ranges.has(part) || isAddress(part)) ? parts.join(',') : undefined
}
