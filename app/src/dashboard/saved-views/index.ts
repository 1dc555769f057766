import { lazy } from 'react'

export { savedViewsOf, useSavedViews } from './data.ts'
/** Loaded on first use. */
export const SavedViewMenuItems = lazy(async () => ({
  default: (await import('./menu-items.tsx')).SavedViewMenuItems,
}))
export const SavedViewManager = lazy(async () => ({
  default: (await import('./manager.tsx')).SavedViewManager,
}))
