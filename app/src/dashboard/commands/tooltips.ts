import { platformOf } from '#platform/document/client-hints.ts'
import { keyLabels } from './combination.ts'
import { keymap } from './keymap.ts'
import { commandNames } from './table.ts'

/*
 * Tooltips of icon buttons with their shortcut, on hover and keyboard focus. One element serves the page: its
 * text is the button's `aria-label`, and `data-command` or `data-keys` has the shortcut.
 */

const opensAfter_ms = 700
/** Shortly after one tooltip, the next one opens immediately. */
const skipWithin_ms = 300
/** Time to move the pointer from the button to its tooltip. */
const closesAfter_ms = 150
const gap_px = 6

const anchorOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

function keyOf({ dataset: { command, keys } }: HTMLElement): string | null {
  const map = keymap()
  const name = commandNames.find((each) => each === command)
  const key = name ? map.keys[name] : (keys ?? null)
  return key?.startsWith('Mod+') || map.has_single_keys ? key : null
}

function fill(tip: HTMLElement, anchor: HTMLElement) {
  const key = keyOf(anchor)
  const keys = (key === null ? [] : keyLabels(key, platformOf(navigator.userAgent))).map((text) => {
    const keyElement = document.createElement('kbd')
    keyElement.className = 'rounded-[4px] border border-current px-1 font-sans text-xs opacity-80'
    keyElement.textContent = text
    return keyElement
  })
  tip.replaceChildren(anchor.getAttribute('aria-label') ?? '', ...keys)
}

/** Below the anchor, or above it if there is no room. */
function position(tip: HTMLElement, anchor: HTMLElement) {
  const at = anchor.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const below = at.bottom + gap_px
  const left = at.left + (at.width - width) / 2
  tip.style.top = `${below + height < innerHeight ? below : at.top - gap_px - height}px`
  tip.style.left = `${Math.max(gap_px, Math.min(left, innerWidth - width - gap_px))}px`
}

/** @returns stops listening */
export function startTooltips(): () => void {
  const tip = document.createElement('div')
  tip.role = 'tooltip'
  tip.hidden = true
  tip.className =
    'fixed z-50 flex max-w-64 items-center gap-1.5 rounded-control bg-ink px-2 py-1 text-sm text-page [&[hidden]]:hidden forced-colors:border'
  document.body.append(tip)
  let anchor: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let left_at = Number.NEGATIVE_INFINITY

  function hide() {
    clearTimeout(timer)
    anchor = null
    tip.hidden = true
    left_at = Number.NEGATIVE_INFINITY
  }
  function leave() {
    hide()
    left_at = performance.now()
  }
  function show(next: HTMLElement) {
    if (!next.isConnected || next.ariaExpanded === 'true') return
    anchor = next
    fill(tip, next)
    tip.hidden = false
    position(tip, next)
  }
  function soon(next: HTMLElement) {
    clearTimeout(timer)
    if (next === anchor) return
    if (anchor || performance.now() - left_at < skipWithin_ms) show(next)
    else timer = setTimeout(() => show(next), opensAfter_ms)
  }
  function onOver({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch') return
    if (target instanceof Node && tip.contains(target)) return clearTimeout(timer)
    const next = anchorOf(target)
    if (next) return soon(next)
    clearTimeout(timer)
    if (anchor) timer = setTimeout(leave, closesAfter_ms)
  }
  function onFocus({ target }: FocusEvent) {
    const next = anchorOf(target)
    if (next?.matches(':focus-visible')) soon(next)
    else hide()
  }
  const listeners = new AbortController()
  const { signal } = listeners
  addEventListener('pointerover', onOver, { signal })
  addEventListener('focusin', onFocus, { signal })
  // Any interaction hides the tooltip.
  for (const name of ['pointerdown', 'keydown', 'scroll', 'blur'])
    addEventListener(name, hide, { signal, capture: true, passive: true })
  return () => {
    listeners.abort()
    hide()
    tip.remove()
  }
}
