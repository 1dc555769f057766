import { type RefObject, useEffect, useEffectEvent } from 'react'
import { startWhenLoaded } from '#ui/lazy-modules.ts'
import type { Swipe } from './swipe.ts'

/**
 * Swiping a row on a touch screen: right resolves, left snoozes. The row follows the finger, and returns if it is
 * released early. Keyboard, menus and buttons offer the same.
 */
export function useSwipe(
  scroller: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onSwipe: (id: string, swipe: Swipe) => void,
) {
  const handleSwipe = useEffectEvent(onSwipe)
  useEffect(() => {
    const element = scroller.current
    if (!element || !isEnabled || !matchMedia('(pointer: coarse)').matches) return
    return startWhenLoaded(async () => {
      const { listenForSwipes } = await import('./swipe.ts')
      return () => listenForSwipes(element, (id, swipe) => handleSwipe(id, swipe))
    })
  }, [scroller, isEnabled])
}
