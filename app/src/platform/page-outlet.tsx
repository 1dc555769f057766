import { type ReactNode, Suspense } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { type Place, placeOf } from '#addresses'
import { useLate } from '#ui/use-late.ts'

/** A page that isn't there after this long is replaced by the skeleton of the next one. Rendering takes the rest of 100 ms. */
const pageWait_ms = 80

interface PageOutletProps {
  /** What the outlet shows at a place. While that stays the same, the page keeps its state. */
  keyOf: (place: Place) => string
  /** @param isImmediate shown at once, since it has been waited for already */
  skeleton: (isImmediate: boolean) => ReactNode
}
/**
 * The page at an address. A navigation shows the next page, or its skeleton, within 100 ms: the old page waits
 * neither for the next one's scripts nor for its data.
 */
export function PageOutlet({ keyOf, skeleton }: PageOutletProps) {
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const keyAt = (path: string) => {
    const place = placeOf(path)
    return place ? keyOf(place) : path
  }
  const shown = keyAt(pathname)
  const isLeaving = next !== undefined && keyAt(next.pathname) !== shown
  if (useLate(isLeaving, pageWait_ms)) return skeleton(true)
  return (
    // A boundary of its own for each page: React would otherwise keep the old page until the next one has its data.
    <Suspense key={shown} fallback={skeleton(false)}>
      <Outlet />
    </Suspense>
  )
}
