import type { Reply } from '@ozvi/wire'

/*
 * A page of the app knows from its address what it will ask for first. An inline script asks for that in the
 * head, while the app's own scripts are still on their way; the wire takes those replies instead of asking
 * again. Each is used once, and only soon.
 */

declare global {
  var __early: Record<string, Promise<{ status: number; text: string }> | undefined> | undefined
}
/** After this long since the page began a reply may be old news. */
const goodFor_ms = 15_000

export const integrationOfPath = (pathname: string) => /\/app\/i\/([^/]+)/.exec(pathname)?.[1]

/** @param urls as the wire writes them, with their query. */
export function earlyScript(urls: readonly string[], headers: Record<string, string>): string {
  const list = JSON.stringify(urls).replaceAll('<', '\\u003c')
  const init = JSON.stringify({ credentials: 'same-origin', headers }).replaceAll('<', '\\u003c')
  return `var __early={};${list}.forEach(function(u){__early[u]=fetch(u,${init}).then(function(r){return r.text().then(function(t){return{status:r.status,text:t}})})})`
}

/** The reply asked for in the head; undefined when there is none, it is old, or it did not arrive. */
export async function takeEarly(url: string): Promise<Reply | undefined> {
  const held = globalThis.__early?.[url]
  if (!held) return undefined
  delete globalThis.__early?.[url]
  if (performance.now() > goodFor_ms) return undefined
  try {
    const { status, text } = await held
    return { status, body: text ? JSON.parse(text) : null }
  } catch {
    return undefined // asked again by the wire, which tells what is wrong
  }
}
