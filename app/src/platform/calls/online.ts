import { useSyncExternalStore } from 'react'

function subscribe(ear: () => void) {
  addEventListener('online', ear)
  addEventListener('offline', ear)
  return () => {
    removeEventListener('online', ear)
    removeEventListener('offline', ear)
  }
}
/** Whether this device has a network at all. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
