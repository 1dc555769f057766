import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'

/** Problems of an address that can be detected before any name is resolved. */
export type StaticUrlProblem = 'bad_url' | 'blocked'

/** Allowed targets: the public internet on some ports, and `host:port` exceptions. */
export interface EgressPolicy {
  ports: ReadonlySet<number>
  allowed: ReadonlySet<string>
}

const inner_names = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|onion|test|invalid)$/

/** A URL's host without the brackets of an IPv6 literal. */
const bareHost = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

export const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

/**
 * Parses `EGRESS_ALLOW`.
 *
 * @throws Error for an entry that isn't `host:port`: a guard must not start with a guess
 */
export function readAllowed(entries: readonly string[]): Set<string> {
  return new Set(
    entries.map((entry) => {
      const port = Number(/:(\d{1,5})$/.exec(entry)?.[1])
      const url = URL.parse(`http://${entry}`)
      if (!port || port > 65_535 || !url || url.pathname !== '/' || url.username) {
        throw new Error(`EGRESS_ALLOW takes host:port entries, not "${entry}"`)
      }
      return `${bareHost(url.hostname)}:${port}`
    }),
  )
}

export const isAllowed = (policy: EgressPolicy, hostname: string, port: number) =>
  policy.allowed.has(`${bareHost(hostname)}:${port}`)

/** Parses a URL that can be called: http(s), no credentials, reasonable length. */
export function readUrl(text: string): URL | undefined {
  const url = text.length <= 4_096 ? URL.parse(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !url.hostname)
    return undefined
  return url
}

/**
 * Problems that can be reported while the user is still editing; the resolved address is checked at each
 * connection. `URL` has already normalized `0177.1`, `2130706433` and the like to dotted form.
 */
export function staticUrlProblem(policy: EgressPolicy, text: string): StaticUrlProblem | undefined {
  const url = readUrl(text)
  if (!url) return 'bad_url'
  const host = bareHost(url.hostname).replace(/\.$/, '')
  const port = portOf(url)
  if (isAllowed(policy, url.hostname, port)) return undefined
  if (!policy.ports.has(port)) return 'blocked'
  if (isIP(host)) return isPublicAddress(host) ? undefined : 'blocked'
  return !host.includes('.') || inner_names.test(host) ? 'blocked' : undefined
}
