import { QueryClientProvider } from '@tanstack/react-query'
import { useContext } from 'react'
import { Outlet, useParams } from 'react-router'
import { DrawingContext, drawnId } from '#platform/drawn.ts'
import { queryClient } from '#platform/calls/query-client.ts'
import { sessionQuery, SignedIn } from '#platform/session/session.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { Shell } from './shell.tsx'

/** The page in the first HTML: whole where the server knows what it shows, else its frame, whose words are there. */
export function Drawn() {
  const drawing = useContext(DrawingContext)
  const { integrationId } = useParams()
  return (
    <div id={drawnId} className="contents" {...(drawing?.isWhole ? { 'data-whole': '' } : {})}>
      <QueryClientProvider client={drawing?.cache ?? queryClient}>
        <SignedIn>
          <Shell
            integrationId={integrationId}
            user={drawing?.cache.getQueryData(sessionQuery.queryKey)?.user ?? null}
          >
            {drawing?.isWhole ? <Outlet /> : <PageSkeleton />}
          </Shell>
        </SignedIn>
      </QueryClientProvider>
    </div>
  )
}
