import { isIP } from 'node:net'
import { readAllowed } from '../egress/target.ts'

/** An IPv4 address with or without a port, or an IPv6 address. */
export function isDnsServer(text: string): boolean {
  const [host = '', port = '53', ...more] = isIP(text) === 6 ? [text] : text.split(':')
  return isIP(host) !== 0 && more.length === 0 && /^\d{1,5}$/.test(port) && Number(port) <= 65_535
}

/** A host as in a URL, with a port unless it is the default: no scheme, no path. */
export const isUrlHost = (text: string): boolean => URL.parse(`https://${text}`)?.host === text.toLowerCase()

/** A host with a port. */
export function isHostWithPort(text: string): boolean {
  try {
    return readAllowed([text]).size === 1
  } catch {
    return false
  }
}

/** An email address, alone or in angle brackets after a name. The domain needs no dot: `no-reply@localhost`. */
export function isSender(text: string): boolean {
  const address = text.endsWith('>') ? text.slice(text.lastIndexOf('<') + 1, -1) : text
  const [name, domain, ...more] = address.split('@')
  return Boolean(name && domain) && more.length === 0 && !/[\s<>,;]/.test(address)
}
