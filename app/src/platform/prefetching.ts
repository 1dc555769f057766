/*
 * Whether the links of the app's navigation fetch their pages' scripts ahead as soon as they are seen, instead
 * of when one reaches for them: a while after the page has loaded, unless the network is very slow.
 */

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
