import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isBetweenEvents = false

function listen(listener: () => void) {
  // The page is printed as soon as the listeners have returned, so it has to be rendered before.
  const start = () => {
    isBetweenEvents = true
    flushSync(listener)
  }
  const end = () => {
    isBetweenEvents = false
    listener()
  }
  // Emulated media have no events.
  const media = matchMedia('print')
  addEventListener('beforeprint', start)
  addEventListener('afterprint', end)
  media.addEventListener('change', listener)
  return () => {
    // `afterprint` may come when no list is left.
    isBetweenEvents = false
    removeEventListener('beforeprint', start)
    removeEventListener('afterprint', end)
    media.removeEventListener('change', listener)
  }
}

/** Whether the page is being printed. In Firefox the media query `print` doesn't match then. */
export const useIsPrinting = () =>
  useSyncExternalStore(
    listen,
    () => isBetweenEvents || matchMedia('print').matches,
    () => false,
  )
