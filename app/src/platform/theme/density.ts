import { useSyncExternalStore } from 'react'

/*
 * How close together rows stand: a choice of this browser, as the colour mode is, and told to the styles before
 * anything is painted.
 */

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
/** As the styles have it, so that what is measured for a list is what stands there. */
const density = (): Density =>
  document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'
export const useDensity = () => useSyncExternalStore<Density>(onDensity, density, () => 'comfortable')
