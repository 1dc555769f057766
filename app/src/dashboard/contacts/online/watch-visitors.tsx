import { lazy, Suspense } from 'react'

const Reading = lazy(() => import('./reading.tsx').then((module) => ({ default: module.Reading })))

/** Keeps `useOnlineIds` up to date while mounted; loaded after the page. */
export const WatchVisitors = ({ integration_id }: { integration_id: string }) => (
  <Suspense fallback={null}>
    <Reading integration_id={integration_id} />
  </Suspense>
)
