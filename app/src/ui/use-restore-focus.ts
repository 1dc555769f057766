import { useState } from 'react'

/** What has the focus; of a menu, which closes, the button that it belongs to. */
function focused(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? document.activeElement
}

/**
 * For what lies over the page: gives the focus back to what opened it, or else to the page.
 *
 * @param isOpen what had the focus is noted as it opens, before a field in it takes it
 * @returns what hears that it has closed
 */
export function useRestoreFocus(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [opener, setOpener] = useState(() => (isOpen ? focused() : null))
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setOpener(focused())
  }
  return (event: Event) => {
    event.preventDefault()
    // Where somebody has put it meanwhile, it stays.
    if (document.activeElement !== document.body) return
    // What opened it may have gone with what was decided.
    const target = opener?.isConnected ? opener : document.getElementById('content')
    if (target instanceof HTMLElement) target.focus()
  }
}
