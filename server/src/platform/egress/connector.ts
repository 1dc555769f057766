import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './address.ts'
import { isAllowed, type EgressPolicy } from './target.ts'

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
export async function resolvePublicAddress(
  policy: EgressPolicy,
  resolver: Resolver,
  hostname: string,
  port: number,
) {
  const free = isAllowed(policy, hostname, port)
  if (!free && !policy.ports.has(port)) throw new Blocked()
  const addresses = isIP(hostname) ? [hostname] : await resolver(hostname)
  const open = free ? addresses : addresses.filter(isPublicAddress)
  if (!open.length) throw new Blocked()
  return open
}

/** A lookup that returns only the checked addresses, so a later DNS change has no effect. */
export const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const resolved = addresses.map((address) => ({ address, family: isIP(address) }))
    if (all) callback(null, resolved)
    else callback(null, resolved[0]?.address ?? '', resolved[0]?.family ?? 4)
  }

/**
 * undici's connector behind the guard. The check is in `connect`, which every literal, name and redirect
 * passes; `lookup` alone is skipped for literals.
 */
export function ssrfSafeConnector(policy: EgressPolicy, resolver: Resolver, connect_timeout_ms: number) {
  const connect: buildConnector.connector = (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    resolvePublicAddress(policy, resolver, options.hostname.replace(/^\[|\]$/g, ''), port).then(
      (addresses) =>
        buildConnector({
          timeout: connect_timeout_ms,
          lookup: pinnedLookup(addresses),
          autoSelectFamily: true,
          maxCachedSessions: 0,
        })(options, callback),
      (error: Error) => callback(error, null),
    )
  }
  return connect
}
