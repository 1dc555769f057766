import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { type PageLocation, pageLocationOf } from '#addresses'
import { useDelayed } from '#ui/use-delayed.ts'

/**
 * A page that isn't ready after this long is replaced by the skeleton of the next one. Rendering takes the
 * rest of 100 ms.
 */
const pageWait_ms = 80

interface PageOutletProps {
  /** While the key stays the same, the page keeps its state. */
  keyOf: (location: PageLocation) => string
  /** @param isImmediate shows it without delay, after a wait elsewhere */
  skeleton: (isImmediate: boolean) => ReactNode
}
/**
 * Renders the page of a URL. A navigation shows the next page, or its skeleton, within 100 ms, without
 * waiting for its scripts or data.
 */
export function PageOutlet({ keyOf, skeleton }: PageOutletProps) {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const keyAt = (path: string) => {
    const location = pageLocationOf(path)
    return location ? keyOf(location) : path
  }
  const currentKey = keyAt(pathname)
  const isLeaving = next !== undefined && keyAt(next.pathname) !== currentKey
  if (useDelayed(isLeaving, pageWait_ms)) return skeleton(true)
  return (
    // A separate boundary per page: React would otherwise keep the old page until the next one has its data.
    <Suspense key={currentKey} fallback={skeleton(false)}>
      <Outlet />
    </Suspense>
  )
}
