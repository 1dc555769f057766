import { lazy } from 'react'

export { useViewActions } from './actions.ts'
export { useSavedViews } from './data.ts'
/** Fetched when first opened. */
export const SavedViewDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).SavedViewDialog }))
export const SavedViewManager = lazy(async () => ({
  default: (await import('./manager.tsx')).SavedViewManager,
}))
