import ipaddr from 'ipaddr.js'

/** Global unicast, the only IPv6 block with public hosts (RFC 4291 §2.4, IANA registry). */
const global_unicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the public internet.
 *
 * IPv4 inside IPv6 is covered in every notation: mapped addresses are checked by their IPv4 address, NAT64,
 * 6to4 and Teredo have ranges of their own, and IPv4-compatible `::7f00:1` is outside `2000::/3`.
 *
 * @param address an IP literal, with or without a zone; anything else isn't public
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(global_unicast)
}
