/** Direction locks after this distance; vertical movement scrolls. */
const lock_px = 12
/** Released beyond this distance, the action runs. */
const act_px = 96
const max_px = 160

export type Swipe = 'resolve' | 'snooze'

/** Lets rows of a list be swiped. @returns stops listening */
export function listenForSwipes(
  element: HTMLElement,
  onSwipe: (id: string, swipe: Swipe) => void,
): () => void {
  let row: HTMLElement | null = null
  let [startX, startY, dx] = [0, 0, 0]
  let isLocked = false
  function reset() {
    const link = row?.querySelector<HTMLElement>('[data-conversation]')
    if (link) link.style.translate = ''
    delete row?.dataset['swipe']
    row = null
    isLocked = false
    dx = 0
  }
  function onStart({ touches, target }: TouchEvent) {
    const [touch, second] = touches
    reset()
    if (!touch || second || !(target instanceof Element)) return
    row = target.closest<HTMLElement>('[data-row]')
    ;[startX, startY] = [touch.clientX, touch.clientY]
  }
  function onMove(event: TouchEvent) {
    const [touch] = event.touches
    if (!row || !touch) return
    dx = Math.max(-max_px, Math.min(max_px, touch.clientX - startX))
    const dy = touch.clientY - startY
    if (!isLocked) {
      if (Math.abs(dy) > lock_px) return reset()
      if (Math.abs(dx) < lock_px) return
      isLocked = true
    }
    event.preventDefault()
    row.dataset['swipe'] = dx > 0 ? 'resolve' : 'snooze'
    const link = row.querySelector<HTMLElement>('[data-conversation]')
    if (link) link.style.translate = `${dx}px`
  }
  function onEnd() {
    const id = row?.dataset['row']
    const swipe = Math.abs(dx) >= act_px && isLocked ? (dx > 0 ? 'resolve' : 'snooze') : undefined
    reset()
    if (id && swipe) onSwipe(id, swipe)
  }
  const controller = new AbortController()
  const { signal } = controller
  element.addEventListener('touchstart', onStart, { signal, passive: true })
  element.addEventListener('touchmove', onMove, { signal, passive: false })
  element.addEventListener('touchend', onEnd, { signal })
  element.addEventListener('touchcancel', reset, { signal })
  return () => controller.abort()
}
