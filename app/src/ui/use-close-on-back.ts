import { useEffect } from 'react'

/** Closes what is open when the user goes back or forward, which changes the page below it. */
export function useCloseOnBack(isOpen: boolean, close: () => void) {
  useEffect(() => {
    if (!isOpen) return
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [isOpen, close])
}
