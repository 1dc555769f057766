const step_ms = 20_000
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** Starts the clock with the time of the HTML, so that hydration doesn't render every row twice. */
export function startClock(at_ms: number) {
  if (!timer) now = at_ms
}
export function subscribeClock(listener: () => void) {
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
export function readClock(): number {
  // Without a running clock the last reading may be from long ago.
  if (!timer && Math.abs(Date.now() - now) > step_ms) now = Date.now()
  return now
}
