/*
 * Decides which requests the service worker answers and what it may cache. Everything else goes to the network: API
 * calls, sockets, frames, other origins and state-changing requests.
 */

/** The properties of a request that decide. */
interface Asked {
  method: string
  url: string
  mode: string
  destination: string
}
/** `asset`: its name contains a hash of its content. `page`: a navigated document. */
export type Kind = 'asset' | 'page'

/** @param origin the worker's own */
export function kindOf({ method, url, mode, destination }: Asked, origin: string): Kind | null {
  const { pathname, origin: requestOrigin } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin) return null
  if (mode === 'navigate') return destination === 'document' && !pathname.startsWith('/api/') ? 'page' : null
  return pathname.startsWith('/assets/') ? 'asset' : null
}

/** Private pages and pages that redirect to them. */
const personal =
  /^(\/(en|sk))?\/(app|auth|verify-email|undo-email-change|invitation|stop-mails|preview|dev)(\/|$)/
const isComplete = (reply: Response) => reply.status === 200 && reply.type === 'basic' && !reply.redirected

export const canCacheAsset = (reply: Response) => isComplete(reply)

/** Only pages that the server marks as the same for everyone. */
export function canCachePage(url: string, reply: Response): boolean {
  const control = reply.headers.get('cache-control') ?? 'no-store'
  return (
    isComplete(reply) &&
    !/no-store|private/.test(control) &&
    (reply.headers.get('content-type') ?? '').startsWith('text/html') &&
    !personal.test(new URL(url).pathname)
  )
}

type Locale = 'en' | 'sk'
const isLocale = (tag: string | undefined): tag is Locale => tag === 'en' || tag === 'sk'
/** The language of the URL, else the stored one, else the reader's first supported one. */
export function localeOf(
  pathname: string,
  remembered: string | undefined,
  languages: readonly string[],
): Locale {
  const candidates = [pathname.split('/')[1], remembered, ...languages.map((tag) => tag.slice(0, 2))]
  return candidates.find(isLocale) ?? 'en'
}

/** A page of a workspace. */
export const isApp = (pathname: string) => /^(\/(en|sk))?\/app\/i\//.test(pathname)
