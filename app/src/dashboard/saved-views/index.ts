import { lazy } from 'react'

export { savedViewsOf, useSavedViews } from './data.ts'
/** Loaded on first use. */
export const SavedViewActs = lazy(async () => ({ default: (await import('./acts.tsx')).SavedViewActs }))
export const SavedViewManager = lazy(async () => ({
  default: (await import('./manager.tsx')).SavedViewManager,
}))
