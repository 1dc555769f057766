import type { Locale } from '@ozvi/contract'
import type { Reply } from '@ozvi/wire'

/*
 * A page of the app knows from its address what it will ask for first. The server asks for it while it makes the
 * HTML, which carries the replies at its end; what the server did not get in time is asked for by an inline script
 * of the head, while the app's own scripts are still on their way. The wire takes those replies instead of asking
 * again. Each is used once, and only soon.
 */

declare global {
  var __early: Record<string, Promise<Reply> | undefined> | undefined
}
/** After this long since the page began a reply may be old news. */
const goodFor_ms = 15_000

export const integrationOfPath = (pathname: string) => /\/app\/i\/([^/]+)/.exec(pathname)?.[1]

/** Escaped for a script element: nothing in it can close the element. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The headers that all calls of a page have. */
export const headersOf = (pathname: string, locale: Locale): Record<string, string> => {
  const integration_id = integrationOfPath(pathname)
  return {
    accept: 'application/json',
    'accept-language': locale,
    ...(integration_id ? { 'x-integration-id': integration_id } : {}),
  }
}

interface Early {
  /** As the wire writes them, with their query. */
  urls: readonly string[]
  headers: Record<string, string>
}
/** For the head: asks for what the page shows, but for what comes with it. */
export function earlyScript({ urls, headers }: Early): string {
  const init = literal({ credentials: 'same-origin', headers })
  return `var __early={};${literal(urls)}.forEach(function(u){__early[u]=fetch(u,${init}).then(function(r){return r.text().then(function(t){return{status:r.status,body:t?JSON.parse(t):null}})})})`
}
/**
 * For the end of the body, behind the drawing, which is to be seen first: what the server has read.
 *
 * @param replies by address
 */
export const repliesScript = (replies: Record<string, Reply>): string =>
  // Parsed as text: read as a literal, a field named `__proto__` would be more than a field.
  `(function(k){for(var u in k)__early[u]=Promise.resolve(k[u])})(JSON.parse(${literal(JSON.stringify(replies))}))`

/**
 * For the head: a browser looks through all of its locales for its first format of a number, which takes it longer
 * than a whole list of rows. Here it does so while the rest of the page is still on its way.
 */
export const formatsAhead = 'new Intl.NumberFormat'

/** The reply that came with the page or was asked for in its head; undefined when there is none, or it is old. */
export async function takeEarly(url: string): Promise<Reply | undefined> {
  const held = globalThis.__early?.[url]
  if (!held) return undefined
  delete globalThis.__early?.[url]
  if (performance.now() > goodFor_ms) return undefined
  try {
    return await held
  } catch {
    return undefined // Requested again by the client, which reports the error.
  }
}
