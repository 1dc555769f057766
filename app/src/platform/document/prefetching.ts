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
const listeners = new Set<() => void>()
export const isPrefetching = () => isOn
export function onPrefetching(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
export function startPrefetching() {
  isOn = true
  for (const listener of listeners) listener()
}
