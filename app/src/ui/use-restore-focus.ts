import { useState } from 'react'

/** The focused element; for a menu or popover, which closes, its button. Null on the server. */
function focused(): Element | null {
  if (typeof document === 'undefined') return null
  const { activeElement } = document
  const panel = activeElement?.closest('[data-radix-popper-content-wrapper] > *')
  return (panel && document.querySelector(`[aria-controls="${panel.id}"]`)) ?? activeElement
}

/**
 * For overlays: returns the focus to the element that opened it, or else to the page.
 * @param isOpen the focused element is remembered when it opens, before a field inside takes the focus
 * @returns a handler to call after it has closed
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
    // If the user has moved the focus since, it stays.
    if (document.activeElement !== document.body) return
    // The opener may have been removed by the action.
    const target = opener?.isConnected ? opener : document.getElementById('content')
    if (target instanceof HTMLElement) target.focus()
  }
}
