import { createContext, useContext } from 'react'

/*
 * The stylesheet is inlined in the HTML, because a separate file would add a round trip to the first paint. The
 * server passes it to the render; the browser reads it back from the page, so that hydration finds it unchanged.
 */

export const styleId = 'style'
/** Separate for the app and for public pages, which use few of its classes. */
export const StyleContext = createContext({ app: '', site: '' })

let ofPage: string | undefined
export function useStyle(isApp: boolean): string {
  const ofServer = useContext(StyleContext)
  if (typeof document === 'undefined') return isApp ? ofServer.app : ofServer.site
  ofPage ??= document.getElementById(styleId)?.textContent ?? ''
  return ofPage
}
