import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMatches } from 'react-router'
import { hydrateEntities } from '../entities.ts'
import type { PageState } from './page-queries.ts'
import { createQueryClient, queryClient } from './query-client.ts'

/**
 * Provides the query cache to the pages of the app, filled with the data that their loaders loaded on the server.
 */
export function PageData({ children }: { children: ReactNode }) {
  const matches = useMatches()
  // A separate cache for rendering on the server: it contains exactly the data that the browser receives.
  const [cache] = useState(() => (import.meta.env.SSR ? createQueryClient() : queryClient))
  const [state] = useState((): DehydratedState => {
    // Below the root only `preload` returns data; loaders in the browser return null.
    const states = matches.slice(1).map(({ loaderData }) => loaderData as PageState | null | undefined)
    for (const each of states) hydrateEntities(cache, each?.entities ?? {})
    return { mutations: [], queries: states.flatMap((each) => each?.queries ?? []) }
  })
  return (
    <QueryClientProvider client={cache}>
      <HydrationBoundary state={state}>{children}</HydrationBoundary>
    </QueryClientProvider>
  )
}
