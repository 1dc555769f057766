import { type RefObject, useLayoutEffect } from 'react'
import { createListeners } from '#platform/listeners.ts'

/*
 * The element at the bottom of the page that toasts must not cover, such as the composer: its top edge replaces the
 * window's bottom edge.
 */

let floor_px = 0
const listeners = createListeners()

/** Pixels from the bottom of the window to the top of that element; 0 without one. */
export const toastFloor = () => floor_px
export const onToastFloor = listeners.subscribe
function setFloor(px: number) {
  floor_px = px
  listeners.notify()
}

/** Keeps toasts above an element while it is mounted. The element extends to the bottom of the window. */
export function useToastFloor(element: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const { current } = element
    if (!current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setFloor(innerHeight - current.getBoundingClientRect().top))
    observer.observe(current)
    return () => {
      observer.disconnect()
      setFloor(0)
    }
  }, [element])
}
