import { useEffect, useEffectEvent } from 'react'
import { createListeners } from '#platform/listeners.ts'

/** How to close each open dialog, the last opened at the end. */
let closers: readonly (() => void)[] = []
const listeners = createListeners()
function update(next: typeof closers) {
  closers = next
  listeners.notify()
}

/** Registers a dialog while it is open, so that going back closes it. */
export function useOpenDialog(isOpen: boolean, close: () => void) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const closer = () => closeNow()
    update([...closers, closer])
    return () => update(closers.filter((other) => other !== closer))
  }, [isOpen])
}
export const hasOpenDialog = () => closers.length > 0
/** As its close button does: a dialog with typed text asks first. */
export const closeLastDialog = () => closers.at(-1)?.()
export const onOpenDialogs = listeners.subscribe
