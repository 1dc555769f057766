import { lazy, Suspense } from 'react'

const Reading = lazy(() => import('./live-visitors.tsx').then((module) => ({ default: module.LiveVisitors })))

/** Keeps `useIsOnline` up to date while mounted; loaded after the page. */
export const WatchVisitors = ({ integration_id }: { integration_id: string }) => (
  <Suspense fallback={null}>
    <Reading integration_id={integration_id} />
  </Suspense>
)
