import { lazy } from 'react'

export { type BeginBulk, useBulks } from './data.ts'
export { type Selection, useSelection } from './selection.ts'
export { type RowTick, TickBox } from './tick-box.tsx'
/** Loaded with the first bulk action. */
export const BulkList = lazy(async () => ({ default: (await import('./progress.tsx')).BulkList }))
export const Tagging = lazy(async () => ({ default: (await import('./tagging.tsx')).Tagging }))
