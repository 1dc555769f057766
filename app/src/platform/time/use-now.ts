import { useSyncExternalStore } from 'react'

const step_ms = 20_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const one of listeners) one()
  }, step_ms)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
/** The time, in ms since 1970, for "3 minutes ago": one clock for the whole page, never more than a step old. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => {
      // Without a running clock the last reading may be from long ago.
      if (!timer && Date.now() - now > step_ms) now = Date.now()
      return now
    },
    // A server that renders a page has no clock running.
    Date.now,
  )
}
