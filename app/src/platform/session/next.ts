/**
 * Returns where to go after signing in. Only paths of this origin are accepted: another address could lead a
 * person who has just typed a password to a copy of this page.
 *
 * @returns path with query and hash; null for a missing or foreign address
 */
export function safeNext(raw: string | null, origin: string): string | null {
  if (!raw?.startsWith('/') || !URL.canParse(raw, origin)) return null
  const { origin: resolvedOrigin, pathname, search, hash } = new URL(raw, origin)
  // The parser removes dot segments, and what remains of `/.//host` is the address of another host.
  if (resolvedOrigin !== origin || pathname.startsWith('//')) return null
  return pathname + search + hash
}
export const withNext = (path: string, next: string | null) =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path

/** Where to return from the page at an address: back to it, or, from a page of sign-in, to where that page leads. */
export function returnTo({ pathname, search, origin }: Pick<Location, 'pathname' | 'search' | 'origin'>) {
  if (!/^\/\w+\/auth(\/|$)/.test(pathname)) return pathname + search
  return safeNext(new URLSearchParams(search).get('next'), origin)
}
