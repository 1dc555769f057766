/**
 * Where to go after signing in. Only a path of this origin is taken: anything else could lead a person who
 * has just typed a password to somebody else's copy of this page.
 *
 * @returns path with query and hash; null for a missing or foreign address.
 */
export function safeNext(raw: string | null, origin: string): string | null {
  if (!raw?.startsWith('/') || !URL.canParse(raw, origin)) return null
  const url = new URL(raw, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : null
}
export const withNext = (path: string, next: string | null) =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path
