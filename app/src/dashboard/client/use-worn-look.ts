import { type RefObject, useEffect } from 'react'
import type { Look } from './draft.ts'

/** The command line of the loader on the example page, or the queue that it takes over. */
type Line = ((name: string, ...args: unknown[]) => void) & { q?: unknown[][] }

/** Says something to the chat on the example page, which is of our own origin. */
function tell(frame: HTMLIFrameElement | null, name: string, argument: unknown) {
  // Our own page with our own loader, or about:blank on its way there.
  const page = frame?.contentWindow as (Window & { ozvi?: Line }) | null | undefined
  if (!page) return
  if (!page.ozvi) {
    const q: unknown[][] = []
    page.ozvi = Object.assign((...args: unknown[]) => void q.push(args), { q })
  }
  page.ozvi(name, argument)
}

/**
 * The chat on the example page in a frame wears a look, and is open so that it is seen.
 *
 * @param look null: the chat is left as it is
 * @returns what to do when the frame has loaded a page
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
