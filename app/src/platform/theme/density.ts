import { useSyncExternalStore } from 'react'

/* The density of rows: a setting of this browser, like the color mode, applied before the first paint. */

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]
const maxAge_s = 365 * 24 * 60 * 60

/** Runs in the head. */
export const densityScript = `if(/(?:^|;\\s*)density=compact/.test(document.cookie))document.documentElement.dataset.density='compact'`

const listeners = new Set<() => void>()
export function setDensity(density: Density) {
  document.cookie = `density=${density}; path=/; max-age=${maxAge_s}; samesite=lax`
  document.documentElement.dataset.density = density
  for (const listener of listeners) listener()
}
function onDensity(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Read from the styles, so that list measurements match what is displayed. */
const density = (): Density =>
  document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'
export const useDensity = () => useSyncExternalStore<Density>(onDensity, density, () => 'comfortable')
