import { createListeners } from '../listeners.ts'

/*
 * Whether visible links prefetch the scripts of their pages: some time after the page has loaded, and not on
 * very slow networks.
 */

/** Network information, where the browser provides it. */
interface Connection {
  effectiveType?: string
  saveData?: boolean
}
/** Whether pages may be prefetched: not on slow-2g, and not with data saving. */
export function canPrefetch(): boolean {
  // Not yet in the DOM types.
  const { connection } = navigator as Navigator & { connection?: Connection }
  return !connection?.saveData && connection?.effectiveType !== 'slow-2g'
}

let isOn = false
const listeners = createListeners()
export const isPrefetching = () => isOn
export const onPrefetching = listeners.subscribe
export function startPrefetching() {
  isOn = true
  listeners.notify()
}
