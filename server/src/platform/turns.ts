import { setImmediate as nextTurn } from 'node:timers/promises'

/** Requests wait at most about this long for work on the main thread. */
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
