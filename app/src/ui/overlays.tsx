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

let drawn: ReadonlyMap<number, () => ReactNode> = new Map()
const mounted = new Map<number, () => void>()
let last = 0
const listeners = createListeners()
function draw(id: number, render: (() => ReactNode) | undefined) {
  const next = new Map(drawn)
  if (render) next.set(id, render)
  else next.delete(id)
  drawn = next
  listeners.notify()
}

/** A type of overlay; nothing is rendered until it is opened. */
export function createOverlay<P extends object, R = true>(
  Component: ComponentType<P & OverlayProps<R>>,
): Overlay<P, R> {
  const id = ++last
  let props: P | undefined
  let isOpen = false
  let answer: ((result?: R) => void) | undefined
  function show() {
    const now = props
    const isOpenNow = isOpen
    draw(id, now && (() => <Component {...now} isOpen={isOpenNow} close={close} />))
  }
  function close(result?: R) {
    isOpen = false
    show()
    answer?.(result)
    answer = undefined
  }
  function unmount() {
    close()
    props = undefined
    draw(id, undefined)
    mounted.delete(id)
  }
  return {
    open(openProps) {
      answer?.()
      props = openProps
      isOpen = true
      mounted.set(id, unmount)
      const answered = new Promise<R | undefined>((resolve) => (answer = resolve))
      show()
      return answered
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
  for (const unmount of mounted.values()) unmount()
}

/** While a dialog is open, going back closes only it. */
function unmountOnBack() {
  if (!hasOpenDialog()) unmountOverlays()
}

const nothing: typeof drawn = new Map()
/** Renders the open overlays. */
export function OverlayHost() {
  useCloseOnBack(true, unmountOnBack)
  const isOpenNow = useSyncExternalStore(
    listeners.subscribe,
    () => drawn,
    () => nothing,
  )
  return [...isOpenNow].map(([id, render]) => <Drawn key={id} render={render} />)
}
const Drawn = ({ render }: { render: () => ReactNode }) => render()
