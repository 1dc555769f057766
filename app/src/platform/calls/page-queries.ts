import { entryProblem, type Integration, Problem } from '@ozvi/contract'
import {
  dehydrate,
  type DehydratedState,
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  hashKey,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type DehydratedEntities, takeEntities } from '../entities.ts'
import { pageRequest } from '../session/request.ts'
import { sessionQuery } from '../session/session.tsx'
import { workspaceAt } from '../session/workspace.ts'
import { queryClient } from './query-client.ts'
import { serverCache } from './server-cache.ts'

/*
 * A route module exports the queries of its page as `queries`. The server loads them before it renders the page
 * (`preload`), the browser when the user navigates to it (`prefetch`).
 */

/** Created by `queryOptions` or `infiniteQueryOptions`. */
export interface PageQuery {
  queryKey: QueryKey
  initialPageParam?: unknown
}
export interface Place {
  cache: QueryClient
  params: Readonly<Record<string, string | undefined>>
  url: URL
}
export type Queries = (at: Place) => readonly PageQuery[] | Promise<readonly PageQuery[]>

/** The queries of a workspace page. Empty if the reader will be redirected. */
export const inWorkspace =
  (
    of: (integration: Integration, at: Place) => readonly PageQuery[] | Promise<readonly PageQuery[]>,
  ): Queries =>
  async (at) => {
    const { user, is_unverified } = await at.cache.ensureQueryData(sessionQuery)
    const found = user && !is_unverified && workspaceAt(user, at.params['integrationId'])
    if (!found || found.deletes_at || entryProblem(user, found)) return []
    return of(found, at)
  }

// The options were type-checked where they were created; here only the type of the query matters.
const ensure = (cache: QueryClient, query: PageQuery): Promise<unknown> =>
  'initialPageParam' in query
    ? cache.ensureInfiniteQueryData(query as FetchInfiniteQueryOptions)
    : cache.ensureQueryData(query as FetchQueryOptions)
const read = (cache: QueryClient, query: PageQuery): Promise<unknown> =>
  'initialPageParam' in query
    ? cache.fetchInfiniteQuery(query as FetchInfiniteQueryOptions)
    : cache.fetchQuery(query as FetchQueryOptions)

/** The data of a page that the server loaded. */
export interface PageState extends DehydratedState {
  entities: DehydratedEntities
}

/** Maximum time a page waits for its data. The browser loads the rest. */
const preloadTimeout_ms = 2000

/**
 * A loader for the queries of a page on the server.
 *
 * @returns the data that arrived in time. A page shows its own pending or error state for the rest.
 */
export const preload =
  (queries: Queries) =>
  async ({ params, url, context }: LoaderFunctionArgs): Promise<PageState> => {
    const cache = context.get(serverCache)
    const keys = new Set<string>()
    async function readAll() {
      const pageQueries = await queries({ cache, params, url })
      for (const { queryKey } of pageQueries) keys.add(hashKey(queryKey))
      // One failure doesn't stop the others.
      const outcomes = await Promise.allSettled(pageQueries.map((query) => ensure(cache, query)))
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    }
    const { promise: timeout, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, preloadTimeout_ms)
    await Promise.race([readAll(), timeout]).catch((error: unknown) => {
      // The browser requests it again, and the page shows the error.
      if (!(error instanceof Problem)) context.get(pageRequest).log_error(error, 'pages: preload failed')
    })
    clearTimeout(timer)
    const state = dehydrate(cache, {
      shouldDehydrateQuery: ({ queryHash, state }) => keys.has(queryHash) && state.status === 'success',
    })
    return { ...state, entities: takeEntities(cache) }
  }

/** Loads the queries of a page, except those that are fresh in the cache. */
async function readAhead(queries: Queries, at: Omit<Place, 'cache'>) {
  const pageQueries = await queries({ ...at, cache: queryClient })
  // Failures are shown by the page that needs the data.
  await Promise.allSettled(pageQueries.map((query) => read(queryClient, query)))
}
/** A loader for navigation in the browser. Doesn't wait for the data. */
export const prefetch =
  (queries: Queries) =>
  ({ params, url }: Pick<Place, 'params' | 'url'>) => {
    readAhead(queries, { params, url }).catch(() => undefined)
    return null
  }
