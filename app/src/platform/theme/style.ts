import { createContext, useContext } from 'react'

/*
 * The stylesheet stands in the HTML: a file of its own would cost every first paint a round trip. The
 * server hands it to the render; in the browser it is read back from the page, so that React finds it as it is.
 */

export const styleId = 'style'
/** Of the app and of public pages, which use few of its classes. */
export const StyleContext = createContext({ app: '', site: '' })

let ofPage: string | undefined
export function useStyle(isApp: boolean): string {
  const ofServer = useContext(StyleContext)
  if (typeof document === 'undefined') return isApp ? ofServer.app : ofServer.site
  ofPage ??= document.getElementById(styleId)?.textContent ?? ''
  return ofPage
}
