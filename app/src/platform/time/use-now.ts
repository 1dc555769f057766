import { useSyncExternalStore } from 'react'
import { usePageTime } from '../document/use-client-hints.tsx'
import { subscribeClock, readClock } from './clock.ts'

/** The time, in ms since 1970, for "3 minutes ago": one clock for the whole page, at most 20 s behind. */
export function useNow(): number {
  const page_ms = usePageTime()
  return useSyncExternalStore(subscribeClock, readClock, () => page_ms ?? Date.now())
}
