import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { logError } from '#platform/log.ts'
import { type LazyModule, preloadCode } from './lazy-modules.ts'

/*
 * Loads what a button opens when the button is hovered or focused: pages have many menus, of which few are opened. A
 * click during loading is replayed once the module is there.
 */

/** The props passed to a button that opens something, merged with its own. */
export type PressedProps = HTMLAttributes<HTMLElement> & { 'data-late'?: string }
type Press = { type: 'pointerdown' } | { type: 'click' } | { type: 'keydown'; key: string }
const opensMenus = ['Enter', ' ', 'ArrowDown']

interface LazyTriggerProps<M> {
  of: LazyModule<M>
  /** Menus open on pointer down, everything else on click. */
  popup: 'menu' | 'dialog'
  trigger: ReactElement<PressedProps>
  /** Whether the caller wants it open. */
  isOpen?: boolean | undefined
  /** @param trigger rendered as given */
  children: (module: M, trigger: ReactElement<PressedProps>) => ReactNode
}
let lastId = 0

export function LazyTrigger<M>({ of, popup, trigger, isOpen = false, children }: LazyTriggerProps<M>) {
  const [id] = useState(() => String(++lastId))
  const [isUsed, setUsed] = useState(false)
  const [press, setPress] = useState<Press>()
  const module = of.now()
  const isLoaded = module !== undefined && (isUsed || isOpen)
  const [isWaiting, setWaiting] = useState(false)
  function fetchFor(press?: Press) {
    const open = () => {
      setWaiting(false)
      setUsed(true)
      if (press) setPress(press)
    }
    if (of.now()) return open()
    setWaiting(true)
    of.load().then(open, (error: unknown) => {
      setWaiting(false)
      logError('Failed to load a lazy component', error)
    })
  }
  useEffect(() => {
    if (isOpen && !of.now()) fetchFor()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that it is wanted open
  }, [isOpen])
  useLayoutEffect(() => {
    if (press) replayPress(press, document.querySelector<HTMLElement>(`[data-late="${id}"]`))
  }, [press, id])
  if (isLoaded) return children(module, cloneElement(trigger, { 'data-late': id }))
  const preloadModule = () => void preloadCode(of.load)
  const { props } = trigger
  const isMenu = popup === 'menu'
  return cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    'aria-busy': isWaiting || undefined,
    onPointerEnter: chain(props.onPointerEnter, preloadModule),
    onFocus: chain(props.onFocus, preloadModule),
    onPointerDown: chain(props.onPointerDown, (event) => {
      const isPlain = event.button === 0 && !event.ctrlKey && !event.currentTarget.matches(':disabled')
      if (!isMenu || !isPlain) return
      event.preventDefault()
      fetchFor({ type: 'pointerdown' })
    }),
    onKeyDown: chain(props.onKeyDown, (event) => {
      if (!isMenu || !opensMenus.includes(event.key)) return
      event.preventDefault()
      fetchFor({ type: 'keydown', key: event.key })
    }),
    onClick: chain(props.onClick, () => {
      if (!isMenu) fetchFor({ type: 'click' })
    }),
  })
}
const chain =
  <E,>(own: ((event: E) => void) | undefined, added: (event: E) => void) =>
  (event: E) => {
    own?.(event)
    added(event)
  }

/** The input the button is waiting to replay; keys require the focus. */
function replayPress(press: Press, button: HTMLElement | null) {
  if (press.type !== 'pointerdown') button?.focus({ preventScroll: true })
  if (press.type === 'click') return button?.click()
  const more = { bubbles: true, cancelable: true }
  button?.dispatchEvent(
    press.type === 'keydown'
      ? new KeyboardEvent('keydown', { key: press.key, ...more })
      : new PointerEvent('pointerdown', more),
  )
}
