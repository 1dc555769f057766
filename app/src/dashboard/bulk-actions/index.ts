import { lazy } from 'react'

export { type StartBulk, useBulks } from './data.ts'
export { type Selection, useSelection } from './selection.ts'
export { type RowSelection, RowCheckbox } from './row-checkbox.tsx'
/** Loaded with the first bulk action. */
export const BulkList = lazy(async () => ({ default: (await import('./progress.tsx')).BulkList }))
export const TagSelection = lazy(async () => ({
  default: (await import('./tag-selection.tsx')).TagSelection,
}))
