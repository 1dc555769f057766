import { Toast as Radix } from 'radix-ui'
import {
  type CSSProperties,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useT } from '#platform/i18n/provider.tsx'
import { cn } from './cn.ts'
import { Icon } from './icon.tsx'
import { onToastFloor, toastFloor } from './toast-floor.ts'
import { closeToast, onToasts, type Toast, toastDuration_ms, toastRemoval_ms, toasts } from './toast.ts'

/** Pixels between toasts. */
export const toastGap = 16
export const toastWidth = 356
/** Pixels from the edges of the window, or from the top of an element at its bottom (`toast-floor.ts`). */
export const toastOffset = 32
/** Distance of a swipe that closes a toast. */
export const toastSwipeThreshold = 20
/** Number of toasts shown while the stack is collapsed. */
export const toastsVisible = 3
/** How much smaller each toast is than the one in front of it. */
const shrink = 0.05
const hotkey = ['altKey', 'KeyT']
const otherHotkey = 'F8'

const icons = {
  success: <Icon name="circle-check" className="text-success" />,
  error: <Icon name="alert-triangle" className="text-danger" />,
  info: <Icon name="info" />,
}

/** The toast region. Alt+T or F8 moves the focus to it; toasts stay while the focus or the pointer is in it. */
export function Toaster() {
  const t = useT()
  const visibleToasts = useSyncExternalStore(onToasts, toasts, toasts)
  const floor_px = useSyncExternalStore(onToastFloor, toastFloor, toastFloor)
  const [heights, setHeights] = useState<Record<number, number>>({})
  const [isExpanded, setExpanded] = useState(false)
  const viewport = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const list = viewport.current
    if (!list) return
    // Toasts are rendered in a portal, so React doesn't see that a pointer over one is over the list.
    const stop = new AbortController()
    const { signal } = stop
    const isHere = (where: EventTarget | null) => where instanceof Node && list.contains(where)
    const collapse = () => !isHere(document.activeElement) && setExpanded(false)
    list.addEventListener('pointerenter', () => setExpanded(true), { signal })
    list.addEventListener('pointerleave', collapse, { signal })
    list.addEventListener('focusin', () => setExpanded(true), { signal })
    list.addEventListener('focusout', (event) => !isHere(event.relatedTarget) && setExpanded(false), {
      signal,
    })
    addEventListener('keydown', ({ key }) => key === otherHotkey && list.focus(), { signal })
    return () => stop.abort()
  }, [])
  const measure = useCallback(
    (id: number, px: number) => setHeights((current) => ({ ...current, [id]: px })),
    [],
  )
  const height = (toast: Toast | undefined) => (toast && heights[toast.id]) ?? 0
  /** From the bottom to a toast, below those that are `newer`. */
  const rise = (newer: readonly Toast[]) =>
    newer.reduce((sum, toast) => sum + (isExpanded ? height(toast) : 0) + toastGap, 0)
  const style = {
    '--toast-width': `${toastWidth}px`,
    '--toast-offset': `${toastOffset}px`,
    '--toast-floor': `${floor_px}px`,
    // Has the height of the toasts, so that the gaps between them count as hovered.
    height:
      visibleToasts.length > 0
        ? rise(visibleToasts.slice(0, -1)) + height(isExpanded ? visibleToasts.at(-1) : visibleToasts[0])
        : 0,
  } as CSSProperties // its type knows no properties of one's own
  return (
    <Radix.Provider
      label={t('ui.notification')}
      duration={toastDuration_ms}
      swipeDirection="right"
      swipeThreshold={toastSwipeThreshold}
    >
      {visibleToasts.map((toast, index) => (
        <Card
          key={toast.id}
          toast={toast}
          place={index}
          y={-rise(visibleToasts.slice(0, index))}
          isExpanded={isExpanded}
          {...(isExpanded || index === 0 ? {} : { height: height(visibleToasts[0]) })}
          measure={measure}
        />
      ))}
      <Radix.Viewport
        ref={viewport}
        hotkey={hotkey}
        label={t('ui.notifications')}
        data-expanded={isExpanded}
        // Above the navigation on phones, which is 4rem high.
        className="fixed right-4 bottom-[calc(max(var(--toast-floor),4rem)+1rem)] left-4 z-50 outline-none print:hidden sm:right-(--toast-offset) sm:bottom-[calc(var(--toast-floor)+var(--toast-offset))] sm:left-auto sm:w-(--toast-width)"
        style={style}
      />
    </Radix.Provider>
  )
}

interface CardProps {
  toast: Toast
  /** 0 is the newest, in front of the others. */
  place: number
  /** Pixels from the newest toast's position. */
  y: number
  isExpanded: boolean
  /** In pixels; toasts behind have the height of the newest. */
  height?: number
  /** Called with the toast's height after it is rendered. */
  measure: (id: number, px: number) => void
}
function Card({
  toast: { id, kind, text, action, isOpen },
  place: index,
  y,
  isExpanded,
  height,
  measure,
}: CardProps) {
  const t = useT()
  const element = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => measure(id, element.current?.offsetHeight ?? 0), [id, measure])
  const isHidden = !isExpanded && index >= toastsVisible
  const style = {
    '--y': `${y}px`,
    '--scale': isExpanded ? 1 : 1 - index * shrink,
    transitionDuration: `${toastRemoval_ms}ms`,
    zIndex: -index,
    height,
  } as CSSProperties // its type knows no properties of one's own
  return (
    <Radix.Root
      forceMount
      ref={element}
      open={isOpen}
      onOpenChange={(next) => !next && closeToast(id)}
      type={kind === 'error' ? 'foreground' : 'background'}
      data-kind={kind}
      data-hidden={isHidden || undefined}
      className={cn(
        'absolute inset-x-0 bottom-0 flex overflow-hidden origin-bottom items-start gap-2.5 rounded-card border border-line bg-raised py-3 pr-10 pl-3.5 text-base text-ink shadow-popover focus-visible:outline-2 focus-visible:outline-focus',
        'translate-x-[var(--radix-toast-swipe-move-x,0px)] translate-y-(--y) scale-(--scale) transition-[translate,scale,opacity] ease-enter data-[swipe=move]:transition-none',
        'starting:translate-y-4 starting:opacity-0 data-[state=closed]:translate-x-[var(--radix-toast-swipe-end-x,0px)] data-[state=closed]:opacity-0',
        'motion-reduce:transition-[opacity]',
        'data-hidden:pointer-events-none data-hidden:opacity-0',
      )}
      style={style}
    >
      {icons[kind]}
      <Radix.Title className="min-w-0 flex-1 font-medium">{text}</Radix.Title>
      {action && (
        <Radix.Action
          altText={action.label}
          onClick={action.onClick}
          className="ml-auto rounded-control px-2 font-medium text-primary underline underline-offset-3 hover:text-primary-hover"
        >
          {action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label={t('ui.close')}
        className="absolute top-2 right-2 flex size-7 items-center justify-center rounded-control text-muted hover:bg-inset hover:text-ink"
      >
        <Icon name="x" size={14} />
      </Radix.Close>
    </Radix.Root>
  )
}
