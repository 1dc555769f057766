import type { QueryClient } from '@tanstack/react-query'
import type { Reply } from '@ozvi/wire'
import { createContext } from 'react'
import { queryClient } from './calls/query-client.ts'

/*
 * Pages of the app are rendered on the server with their data, so that their text is visible before any script
 * has loaded. The browser doesn't hydrate this snapshot: it renders the page again from the same responses,
 * which were sent along, and replaces the snapshot when the page is complete.
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
  /** The responses by URL. */
  replies: Record<string, Reply>
  /** Whether the page is complete; otherwise its layout is rendered around a skeleton. */
  isWhole: boolean
}
export const DrawingContext = createContext<Drawing | null>(null)

/** Id of the element that contains the snapshot. */
export const drawnId = 'drawn'
/** Whether a whole drawing is in sight, which the page is yet to take over. */
const isDrawn = () => document.getElementById(drawnId)?.dataset['whole'] !== undefined

/**
 * A route's loader in the browser: puts the snapshot's data into the cache before the page renders. Later
 * navigations don't wait for it.
 */
export const takeOver = (preload: Preload) =>
  import.meta.env.SSR
    ? // The server renders the page itself, not its fallback.
      undefined
    : async ({ params, url }: { params: Record<string, string | undefined>; url: URL }) => {
        // The page itself reports what can't be loaded.
        if (isDrawn()) await preload(queryClient, { params, url }).catch(() => undefined)
        return null
      }
