import { type RefObject, useEffect } from 'react'
import type { Look } from './draft.ts'

/** The loader's command function on the example page, or its queue. */
type Line = ((name: string, ...args: unknown[]) => void) & { q?: unknown[][] }

/** Sends a command to the chat on the example page, which has our own origin. */
function tell(frame: HTMLIFrameElement | null, name: string, argument: unknown) {
  // Our own page with our own loader, or about:blank while loading.
  const page = frame?.contentWindow as (Window & { ozvi?: Line }) | null | undefined
  if (!page) return
  if (!page.ozvi) {
    const q: unknown[][] = []
    page.ozvi = Object.assign((...args: unknown[]) => void q.push(args), { q })
  }
  page.ozvi(name, argument)
}

/**
 * Applies a theme to the chat on the example page and opens it.
 *
 * @param look null leaves the chat unchanged
 * @returns to be called when the frame has loaded a page
 */
export function useWornLook(frame: RefObject<HTMLIFrameElement | null>, look: Look | null): () => void {
  const worn = look && JSON.stringify(look)
  const isWorn = worn !== null
  useEffect(() => {
    if (worn) tell(frame.current, 'look', JSON.parse(worn))
  }, [frame, worn])
  useEffect(() => {
    if (isWorn) tell(frame.current, 'open', { takes_focus: false })
  }, [frame, isWorn])
  return () => {
    if (!look) return
    tell(frame.current, 'look', look)
    tell(frame.current, 'open', { takes_focus: false })
  }
}
