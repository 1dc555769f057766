import { lazy, Suspense } from 'react'

const Reading = lazy(() => import('./reading.tsx').then((module) => ({ default: module.Reading })))

/** Keeps `useOnlineIds` true while it stands; its script comes after the page's own. */
export const WatchVisitors = ({ integration_id }: { integration_id: string }) => (
  <Suspense fallback={null}>
    <Reading integration_id={integration_id} />
  </Suspense>
)
