import type { QueryClient } from '@tanstack/react-query'
import type { Reply } from '@ozvi/wire'
import { createContext } from 'react'
import { queryClient } from './calls/query-client.ts'

/*
 * A page of the app comes drawn: the server reads what it shows and renders it, so that its words are there before
 * any script is. The browser does not look through that drawing: it makes the page anew from the same replies,
 * which came along, and puts it in the drawing's place when it is whole.
 */

/**
 * Reads what a page shows into a cache; a route module exports it as `preload`.
 *
 * @returns whether the page can be drawn from that
 */
export type Preload = (
  cache: QueryClient,
  at: { params: Readonly<Record<string, string | undefined>>; url: URL },
) => Promise<boolean>

/** What the server knows while it renders one page. */
export interface Drawing {
  /** Of this request alone. */
  cache: QueryClient
  /** What was read for it, by address. */
  replies: Record<string, Reply>
  /** All that the page shows is there; otherwise its frame is drawn around a skeleton. */
  isWhole: boolean
}
export const DrawingContext = createContext<Drawing | null>(null)

/** Id of the element that the drawing stands in. */
export const drawnId = 'drawn'
/** Whether a whole drawing is in sight, which the page is yet to take over. */
const isDrawn = () => document.getElementById(drawnId)?.dataset['whole'] !== undefined

/**
 * How a route that is drawn loads in the browser: what its drawing was made of is in the cache before the page
 * stands. Later nothing is waited for.
 */
export const takeOver = (preload: Preload) =>
  import.meta.env.SSR
    ? // The server renders the page itself, not what stands in for it while the browser loads.
      undefined
    : async ({ params, url }: { params: Record<string, string | undefined>; url: URL }) => {
        // What cannot be read, the page tells by itself.
        if (isDrawn()) await preload(queryClient, { params, url }).catch(() => undefined)
        return null
      }
