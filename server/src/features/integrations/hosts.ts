import type { FieldErrors } from '@ozvi/contract'
import { parse } from 'tldts'
import { assertNoFieldErrors } from '#platform/http/validation-error.ts'

const hostnameOf = (address: URL) => address.hostname.toLowerCase().replace(/\.$/, '')
const withoutWww = (hostname: string) => hostname.replace(/^www\./, '')

/** Whether two URLs have the same host and port, apart from `www.`. */
export const isSameSite = (a: URL, b: URL) =>
  withoutWww(hostnameOf(a)) === withoutWww(hostnameOf(b)) && a.port === b.port

/** A domain under which anyone can register, such as `com`, `co.uk` or `github.io`. */
export function isPublicSuffix(hostname: string): boolean {
  const { domain, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true })
  return domain === null && (isIcann === true || isPrivate === true)
}

/**
 * The part of the web a workspace owns by its website: a host, and its subdomains if it is a registrable
 * domain.
 */
export function workspaceDomain(url: string): { name: string; has_subdomains: boolean } {
  const hostname = hostnameOf(new URL(url))
  const host = withoutWww(hostname)
  // `www.com` is a website, and `com` isn't its domain.
  const name = isPublicSuffix(host) ? hostname : host
  const isDomain = name.includes('.') && !/^[\d.]+$|:/.test(name)
  return { name, has_subdomains: isDomain && !isPublicSuffix(name) }
}

/**
 * Whether a host belongs to a workspace: the website's host with or without `www.`, its subdomains, or one
 * added manually. A port matters only if the added host has one.
 */
export function isOwnHost(site: { url: string; hosts: string[] }, address: URL): boolean {
  const { name, has_subdomains } = workspaceDomain(site.url)
  const hostname = hostnameOf(address)
  if (hostname === name || (has_subdomains && hostname.endsWith(`.${name}`))) return true
  return site.hosts.some((added) =>
    added.includes(':') ? added === address.host : withoutWww(added) === withoutWww(hostname),
  )
}

/** @throws Problem `invalid_input` on `url` or `hosts.{n}` for a domain under which anyone can register */
export function assertNoPublicSuffixes({
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
  assertNoFieldErrors(errors)
}
