import { useEffect } from 'react'

/** Shows tooltips of icon buttons. They are fetched after the page. */
export function useTooltips() {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const { hearTooltips } = await import('./tooltips.ts')
      if (!isGone) stop = hearTooltips()
    }
    // Without them the buttons have their names all the same.
    void start().catch(() => undefined)
    return () => {
      isGone = true
      stop?.()
    }
  }, [])
}
