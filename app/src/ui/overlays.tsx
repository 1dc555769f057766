import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { hasOpenDialog } from './open-dialogs.ts'
import { useCloseOnBack } from './use-close-on-back.ts'
import { createListeners } from '#platform/listeners.ts'

/*
 * Overlays with a result: opened from code, awaited, and closed with a result. They are rendered outside the page
 * that opens them, so they can outlive it, and their components are loaded on use.
 */

/** The props of every overlay's component, in addition to its own. */
export interface OverlayProps<R> {
  isOpen: boolean
  /** Resolves the call that opened it; without a result it was dismissed. */
  close: (result?: R) => void
}
export interface Overlay<P, R> {
  /** Opens it; if it was already open, the earlier caller gets no result. */
  open(props: P): Promise<R | undefined>
  close(result?: R): void
  /** Changes some of its props while it is open, or for the next time. */
  patch(props: Partial<P>): void
  /** Unmounts it, open or closed. */
  unmount(): void
}

let rendered: ReadonlyMap<number, () => ReactNode> = new Map()
/** How to unmount each mounted overlay. */
const unmounts = new Map<number, () => void>()
let lastId = 0
const listeners = createListeners()
function setRendered(id: number, render: (() => ReactNode) | undefined) {
  const next = new Map(rendered)
  if (render) next.set(id, render)
  else next.delete(id)
  rendered = next
  listeners.notify()
}

/** A type of overlay; nothing is rendered until it is opened. */
export function createOverlay<P extends object, R = true>(
  Component: ComponentType<P & OverlayProps<R>>,
): Overlay<P, R> {
  const id = ++lastId
  let props: P | undefined
  let isOpen = false
  let resolveOpen: ((result?: R) => void) | undefined
  function show() {
    const current = props && { ...props, isOpen, close }
    setRendered(id, current && (() => <Component {...current} />))
  }
  function close(result?: R) {
    isOpen = false
    show()
    resolveOpen?.(result)
    resolveOpen = undefined
  }
  function unmount() {
    close()
    props = undefined
    setRendered(id, undefined)
    unmounts.delete(id)
  }
  return {
    open(openProps) {
      resolveOpen?.()
      props = openProps
      isOpen = true
      unmounts.set(id, unmount)
      const result = new Promise<R | undefined>((resolve) => (resolveOpen = resolve))
      show()
      return result
    },
    close,
    patch(changes) {
      if (props) props = { ...props, ...changes }
      show()
    },
    unmount,
  }
}

/** Unmounts all overlays, as if they were dismissed. */
export function unmountOverlays() {
  for (const unmount of unmounts.values()) unmount()
}

/** While a dialog is open, going back closes only it. */
function unmountOnBack() {
  if (!hasOpenDialog()) unmountOverlays()
}

const none: typeof rendered = new Map()
/** Renders the open overlays. */
export function OverlayHost() {
  useCloseOnBack(true, unmountOnBack)
  const overlays = useSyncExternalStore(
    listeners.subscribe,
    () => rendered,
    () => none,
  )
  return [...overlays].map(([id, render]) => <Rendered key={id} render={render} />)
}
const Rendered = ({ render }: { render: () => ReactNode }) => render()
