import { type RefObject, useEffect, useEffectEvent } from 'react'
import { preloadCode } from '#ui/lazy-modules.ts'
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
  const act = useEffectEvent(onSwipe)
  useEffect(() => {
    const element = scroller.current
    if (!element || !isEnabled || !matchMedia('(pointer: coarse)').matches) return
    let stop: (() => void) | undefined
    let isGone = false
    const start = async () => {
      const { listenForSwipes: hearSwipes } = await import('./swipe.ts')
      if (!isGone) stop = hearSwipes(element, (id, swipe) => act(id, swipe))
    }
    void preloadCode(start)
    return () => {
      isGone = true
      stop?.()
    }
  }, [scroller, isEnabled])
}
