/**
 * Returns where to go after signing in. Only paths of this origin are accepted: another URL could lead
 * someone who has just typed a password to a phishing copy.
 *
 * @returns path with query and hash; null for a missing or foreign URL
 */
export function safeReturnTo(raw: string | null, origin: string): string | null {
  if (!raw?.startsWith('/') || !URL.canParse(raw, origin)) return null
  const { origin: resolvedOrigin, pathname, search, hash } = new URL(raw, origin)
  // The parser removes dot segments, and the rest of `/.//host` would be another host's URL.
  if (resolvedOrigin !== origin || pathname.startsWith('//')) return null
  return pathname + search + hash
}
export const withReturnTo = (path: string, next: string | null) =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path

/** Where to return after signing in: this page, or on a sign-in page its own target. */
export function currentReturnTo({
  pathname,
  search,
  origin,
}: Pick<Location, 'pathname' | 'search' | 'origin'>) {
  if (!/^\/\w+\/auth(\/|$)/.test(pathname)) return pathname + search
  return safeReturnTo(new URLSearchParams(search).get('next'), origin)
}
