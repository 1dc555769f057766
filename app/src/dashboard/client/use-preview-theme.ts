import { type RefObject, useEffect, useRef } from 'react'
import type { Appearance } from './draft.ts'

/** The loader's command function on the example page, or its queue. */
type Line = ((name: string, ...args: unknown[]) => void) & { q?: unknown[][] }

/** Sends a command to the chat on the example page, which has our own origin. */
function postAppearance(frame: HTMLIFrameElement | null, name: string, argument: unknown) {
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
 * @param appearance null leaves the chat unchanged
 * @returns to be called when the frame has loaded a page
 */
export function usePreviewTheme(
  frame: RefObject<HTMLIFrameElement | null>,
  appearance: Appearance | null,
): () => void {
  const previewTheme = appearance && JSON.stringify(appearance)
  const isApplied = previewTheme !== null
  useEffect(() => {
    if (previewTheme) postAppearance(frame.current, 'look', JSON.parse(previewTheme))
  }, [frame, previewTheme])
  // The panel hides the launcher's text and icon while it is open.
  const launcher = appearance && JSON.stringify(appearance.launcher)
  const shownLauncher = useRef(launcher)
  useEffect(() => {
    if (launcher && shownLauncher.current && launcher !== shownLauncher.current)
      postAppearance(frame.current, 'close', undefined)
    shownLauncher.current = launcher
  }, [frame, launcher])
  useEffect(() => {
    if (isApplied) postAppearance(frame.current, 'open', { takes_focus: false })
  }, [frame, isApplied])
  return () => {
    if (!appearance) return
    postAppearance(frame.current, 'look', appearance)
    postAppearance(frame.current, 'open', { takes_focus: false })
  }
}
