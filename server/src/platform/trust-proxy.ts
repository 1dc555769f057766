import ipaddr from 'ipaddr.js'

/** More proxies in a row than anyone runs. */
const hopsMax = 10
const ranges = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isAddress(text: string): boolean {
  if (!text.includes('/')) return ipaddr.isValid(text) && !/^\d+$/.test(text)
  try {
    // A range of all addresses would let every caller invent its own.
    return ipaddr.parseCIDR(text)[1] > 0
  } catch {
    return false
  }
}

/**
 * Reads `TRUST_PROXY`: addresses, ranges and names of ranges separated by commas, or the number of proxies in front.
 *
 * @returns the value as Fastify takes it; undefined when it can't be used
 */
export function readTrustProxy(value: string): string | number | undefined {
  if (/^\d+$/.test(value)) {
    const hops = Number(value)
    return hops >= 1 && hops <= hopsMax ? hops : undefined
  }
  const parts = value.split(',').map((part) => part.trim())
  return parts.every((part) => ranges.has(part) || isAddress(part)) ? parts.join(',') : undefined
}
