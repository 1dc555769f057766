import { useSyncExternalStore } from 'react'

function subscribe(ear: () => void) {
  addEventListener('online', ear)
  addEventListener('offline', ear)
  return () => {
    removeEventListener('online', ear)
    removeEventListener('offline', ear)
  }
}
/** Whether this device is online. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
