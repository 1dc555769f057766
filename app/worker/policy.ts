/*
 * What the service worker answers itself, and what it may keep. Everything it is not sure of goes to the
 * network as if it were not there: calls, sockets, frames, other origins, whatever changes something.
 */

/** What of a request is looked at. */
interface Asked {
  method: string
  url: string
  mode: string
  destination: string
}
/** `asset`: its name contains a hash of its content. `page`: a navigated document. */
export type Kind = 'asset' | 'page'

/** @param origin of the worker. */
export function kindOf({ method, url, mode, destination }: Asked, origin: string): Kind | null {
  const { pathname, origin: requestOrigin } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin) return null
  if (mode === 'navigate') return destination === 'document' && !pathname.startsWith('/api/') ? 'page' : null
  return pathname.startsWith('/assets/') ? 'asset' : null
}

/** Private pages, and pages that lead to them. */
const personal =
  /^(\/(en|sk))?\/(app|auth|verify-email|undo-email-change|invitation|stop-mails|preview|dev)(\/|$)/
const isComplete = (reply: Response) => reply.status === 200 && reply.type === 'basic' && !reply.redirected

export const canCacheAsset = (reply: Response) => isComplete(reply)

/** Only a page that the server marks as the same for everyone. */
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
/** The language of the address, else the one remembered, else the first of ours among the reader's. */
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
