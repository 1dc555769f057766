import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './address.ts'
import { isAllowed, type Reach } from './target.ts'

/** All addresses of a host name. */
export type Resolver = (hostname: string) => Promise<string[]>

/** The guard rejected the connection. The message contains no address, because users may read it. */
export class Blocked extends Error {
  override name = 'Blocked'
  constructor() {
    super('That address is not open to outgoing requests.')
  }
}

export const systemResolver: Resolver = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address)

/**
 * Returns the addresses a connection may use. Literals never reach a resolver (in Node neither), so they are
 * checked here together with names.
 *
 * @throws Blocked if the port isn't open, or the name has no public address
 */
export async function admit(reach: Reach, resolver: Resolver, hostname: string, port: number) {
  const free = isAllowed(reach, hostname, port)
  if (!free && !reach.ports.has(port)) throw new Blocked()
  const addresses = isIP(hostname) ? [hostname] : await resolver(hostname)
  const open = free ? addresses : addresses.filter(isPublicAddress)
  if (!open.length) throw new Blocked()
  return open
}

/** A lookup that returns only the checked addresses, so a later DNS change has no effect. */
export const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) callback(null, found)
    else callback(null, found[0]?.address ?? '', found[0]?.family ?? 4)
  }

/**
 * undici's connector behind the guard. The check is in `connect`, which every literal, name and redirect
 * passes; `lookup` alone is skipped for literals.
 */
export function guardedConnector(reach: Reach, resolver: Resolver, connect_timeout_ms: number) {
  const connect: buildConnector.connector = (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    admit(reach, resolver, options.hostname.replace(/^\[|\]$/g, ''), port).then(
      (addresses) =>
        buildConnector({
          timeout: connect_timeout_ms,
          lookup: pinned(addresses),
          autoSelectFamily: true,
          maxCachedSessions: 0,
        })(options, callback),
      (error: Error) => callback(error, null),
    )
  }
  return connect
}
