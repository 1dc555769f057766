import { useEffect, useRef } from 'react'

/** Single keys by what they are called in `KeyboardEvent.key`. */
export type Keys = Record<string, (() => void) | undefined>

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** A dialog or menu has keys of its own. */
const isInOverlay = (target: EventTarget | null) =>
  document.querySelector('[role="dialog"], [role="menu"]') !== null ||
  (target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null)

/** Runs what a single key stands for, unless somebody is typing, a menu is open or a modifier is held. */
export function useKeys(keys: Keys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || ctrlKey || metaKey || altKey) return
      const act = latest.current[key]
      if (!act || isTyping(target) || isInOverlay(target)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
