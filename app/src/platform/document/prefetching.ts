/*
 * Whether links of the app prefetch the scripts of their pages as soon as they are visible: a while after the page
 * has loaded, and not on a very slow network.
 */

/** What the browser knows about its network, where it tells. */
interface Connection {
  effectiveType?: string
  saveData?: boolean
}
/** Whether pages may be prefetched: not on slow-2g, and not for people who asked their browser to save data. */
export function mayPrefetch(): boolean {
  // The types of no browser know it yet.
  const { connection } = navigator as Navigator & { connection?: Connection }
  return !connection?.saveData && connection?.effectiveType !== 'slow-2g'
}

let isOn = false
const ears = new Set<() => void>()
export const isPrefetching = () => isOn
export function onPrefetching(ear: () => void) {
  ears.add(ear)
  return () => void ears.delete(ear)
}
export function startPrefetching() {
  isOn = true
  for (const ear of ears) ear()
}
