import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds; the server, which knows no screen, answers no. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (ear: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', ear)
      return () => media.removeEventListener('change', ear)
    },
    [query],
  )
  return useSyncExternalStore(
    listen,
    () => matchMedia(query).matches,
    () => false,
  )
}
