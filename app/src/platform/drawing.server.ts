import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from '@ozvi/contract'
import type { Reply } from '@ozvi/wire'
import type { EntryContext } from 'react-router'
import type { Drawing, Preload } from './drawn.ts'
import { createQueryClient } from './calls/query-client.ts'
import { connectApiClient } from './calls/api-client.ts'

/** A page is kept waiting no longer for what the browser can ask for as well. */
const patience_ms = 2000

type Read = (url: string) => Promise<Reply>
/** Who asks: each page that is being rendered, for its own reader. */
const reader = new AsyncLocalStorage<Read>()
connectApiClient({
  async send(method, url) {
    const read = reader.getStore()
    if (!read || method !== 'GET') throw new Error(`${method} ${url} is not for a page being rendered`)
    return read(url)
  },
  listen: () => () => undefined,
})

interface Wanted {
  /** Of the page. */
  url: URL
  /** Asks as the reader. */
  read: Read
  log_error: (error: unknown, message: string) => void
}
/**
 * Loads the data of a page if its route says how; what is slow or fails is left to the browser. Other pages are
 * sent without data, and the browser loads it while their scripts load.
 */
export async function prepareDrawing(
  { routeModules, staticHandlerContext: { matches } }: EntryContext,
  { url, read, log_error }: Wanted,
): Promise<Drawing> {
  const cache = createQueryClient()
  const replies: Drawing['replies'] = {}
  const asked = new Map<string, Promise<Reply>>()
  function readOnce(address: string): Promise<Reply> {
    const reading =
      asked.get(address) ??
      read(address).then((reply) => {
        replies[address] = reply
        return reply
      })
    asked.set(address, reading)
    return reading
  }
  // Route modules of ours may export it; the router's types do not know.
  const preloads = matches.flatMap(({ params, route }) => {
    const { preload } = (routeModules[route.id] ?? {}) as { preload?: Preload }
    return preload ? [() => preload(cache, { params, url })] : []
  })
  if (preloads.length === 0) return { cache, replies, isWhole: false }
  const drawing = reader.run(readOnce, async () => {
    const areRead = await Promise.all(preloads.map((preload) => preload()))
    return areRead.every(Boolean)
  })
  const { promise: isLate, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), patience_ms)
  const isWhole = await Promise.race([drawing, isLate]).catch((error: unknown) => {
    // The page itself reports API errors.
    if (!(error instanceof Problem)) log_error(error, 'A page could not be drawn')
    return false
  })
  clearTimeout(timer)
  // What arrives after this is not part of the page.
  return { cache, replies: { ...replies }, isWhole }
}
