import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long work on the main thread delays requests. */
const slice_ms = 5

/** Returns a function to call between steps of long work. It yields to the event loop once a slice is used up. */
export function createTurns(): () => Promise<void> {
  let started_ms = performance.now()
  return async () => {
    if (performance.now() - started_ms < slice_ms) return
    await nextTurn()
    started_ms = performance.now()
  }
}
