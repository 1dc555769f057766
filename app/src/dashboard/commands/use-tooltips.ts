import { useEffect } from 'react'
import { startWhenLoaded } from '#ui/lazy-modules.ts'

/** Starts tooltips of icon buttons; loaded after the page. Without them, buttons still have their labels. */
export function useTooltips() {
  useEffect(() => startWhenLoaded(async () => (await import('./tooltips.ts')).startTooltips), [])
}
