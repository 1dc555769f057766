/**
 * Whether a host belongs to a workspace: its website's own, with or without `www.`, their subdomains, or one
 * that was added by hand. A port counts only where the added host names one.
 */
export function isOwnHost(site: { url: string; hosts: string[] }, address: URL): boolean {
  const bare = (hostname: string) => hostname.toLowerCase().replace(/^www\./, '')
  const website = bare(new URL(site.url).hostname)
  const hostname = bare(address.hostname)
  const isLiteral = /^[\d.]+$|:|^localhost$/.test(website)
  if (hostname === website || (!isLiteral && hostname.endsWith(`.${website}`))) return true
  return site.hosts.some((added) => (added.includes(':') ? added === address.host : bare(added) === hostname))
}
