import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

/* The density of rows: a setting of this browser, like the color mode, applied before the first paint. */

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]
const maxAge_s = 365 * 24 * 60 * 60

/** Runs in the head. */
export const densityScript = `if(/(?:^|;\\s*)density=compact/.test(document.cookie))document.documentElement.dataset.density='compact'`

const listeners = createListeners()
export function setDensity(density: Density) {
  document.cookie = `density=${density}; path=/; max-age=${maxAge_s}; samesite=lax`
  document.documentElement.dataset.density = density
  listeners.notify()
}
/** Read from the styles, so that list measurements match what is displayed. */
const density = (): Density =>
  document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfortable'
export const useDensity = () =>
  useSyncExternalStore<Density>(listeners.subscribe, density, () => 'comfortable')
