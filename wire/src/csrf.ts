/*
 * The CSRF token of this browser. The server sets it as a cookie; it is renewed before a state-changing call if
 * there is none or the last refresh was too long ago.
 */

export const csrfRefresh_ms = 15 * 60 * 1000
/** The time of the last refresh, kept across reloads; as long-lived as the token itself. */
const refreshedAtCookie = 'ozvi_csrf_refreshed_at'
const refreshedAtMaxAge_s = 7200

const readCookie = (name: string) =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

let refreshing: Promise<void> | undefined
async function refresh(now: () => number) {
  const { ok } = await fetch('/api/csrf-token', {
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
  })
  // After a failed refresh the next call tries again.
  if (ok)
    document.cookie = `${refreshedAtCookie}=${now()}; path=/; max-age=${refreshedAtMaxAge_s}; samesite=lax`
}
/** Fetches a new token. Calls that start together share one request. */
export async function refreshCsrfToken(now: () => number = Date.now): Promise<void> {
  refreshing ??= refresh(now).finally(() => {
    refreshing = undefined
  })
  await refreshing
}
/** Makes the next state-changing call fetch a token: the current one belongs to a session that has ended. */
export function discardCsrfToken(): void {
  document.cookie = `${refreshedAtCookie}=; path=/; max-age=0; samesite=lax`
}
/** Returns the token for a state-changing call, refreshed first when necessary. */
export async function csrfToken(now: () => number = Date.now): Promise<string> {
  const refreshed_at = Number(readCookie(refreshedAtCookie) ?? 0)
  // If the clock was set back, the token's age is unknown.
  const isFresh = Math.abs(now() - refreshed_at) <= csrfRefresh_ms
  if (!readCookie('XSRF-TOKEN') || !isFresh) await refreshCsrfToken(now)
  return decodeURIComponent(readCookie('XSRF-TOKEN') ?? '')
}
