import { useEffect } from 'react'

/** Closes a menu, panel or overlay when the user goes back or forward, because the page below it changes. */
export function useCloseOnBack(isOpen: boolean, close: () => void) {
  useEffect(() => {
    if (!isOpen) return
    addEventListener('popstate', close)
    return () => removeEventListener('popstate', close)
  }, [isOpen, close])
}
