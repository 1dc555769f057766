import { useEffect } from 'react'
import { preloadCode } from '#ui/lazy-modules.ts'

/** Starts tooltips of icon buttons; loaded after the page. */
export function useTooltips() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const { startTooltips: hearTooltips } = await import('./tooltips.ts')
      if (!isGone) stop = hearTooltips()
    }
    // Without them, buttons still have their labels.
    void preloadCode(start)
    return () => {
      isGone = true
      stop?.()
    }
  }, [])
}
