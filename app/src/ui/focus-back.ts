import { useRef } from 'react'

/** What has the focus; of a menu, which closes, the button that it belongs to. */
function focused(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')
  return document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? document.activeElement
}

/** For what lies over the page: gives the focus back to what opened it, or else to the page. */
export function useFocusBack() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = focused()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // Where somebody has put it meanwhile, it stays.
      if (document.activeElement !== document.body) return
      // What opened it may have gone with what was decided.
      const back = opener.current?.isConnected ? opener.current : document.getElementById('content')
      if (back instanceof HTMLElement) back.focus()
    },
  }
}
