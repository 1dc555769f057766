import { type FieldErrors, Problem } from '@ozvi/contract'
import { parse } from 'tldts'

const hostnameOf = (address: URL) => address.hostname.toLowerCase().replace(/\.$/, '')
const withoutWww = (hostname: string) => hostname.replace(/^www\./, '')

/** A domain under which anyone can register, such as `com`, `co.uk` or `github.io`: nobody owns all of it. */
function isPublicSuffix(hostname: string): boolean {
  const { domain, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true })
  return domain === null && (isIcann === true || isPrivate === true)
}

/** What a workspace owns by its website: a host, and everything below it where it is a domain of its own. */
export function ownDomain(url: string): { name: string; has_subdomains: boolean } {
  const hostname = hostnameOf(new URL(url))
  const bare = withoutWww(hostname)
  // `www.com` is a website, and `com` is not its domain.
  const name = isPublicSuffix(bare) ? hostname : bare
  const isDomain = name.includes('.') && !/^[\d.]+$|:/.test(name)
  return { name, has_subdomains: isDomain && !isPublicSuffix(name) }
}

/**
 * Whether a host belongs to a workspace: its website's own, with or without `www.`, their subdomains, or one
 * that was added by hand. A port counts only where the added host names one.
 */
export function isOwnHost(site: { url: string; hosts: string[] }, address: URL): boolean {
  const { name, has_subdomains } = ownDomain(site.url)
  const hostname = hostnameOf(address)
  if (hostname === name || (has_subdomains && hostname.endsWith(`.${name}`))) return true
  return site.hosts.some((added) =>
    added.includes(':') ? added === address.host : withoutWww(added) === withoutWww(hostname),
  )
}

/** @throws Problem `invalid_input` on `url` or `hosts.{n}`: a domain under which anyone can register */
export function refusePublicSuffixes({
  url,
  hosts = [],
}: {
  url?: string | undefined
  hosts?: readonly string[] | undefined
}): void {
  const errors: FieldErrors = {}
  if (url !== undefined && isPublicSuffix(hostnameOf(new URL(url)))) errors['url'] = ['domain_public']
  for (const [nth, host] of hosts.entries())
    if (isPublicSuffix(host.replace(/:\d+$/, ''))) errors[`hosts.${nth}`] = ['domain_public']
  if (Object.keys(errors).length > 0) throw new Problem('invalid_input', errors)
}
