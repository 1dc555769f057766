import { lazy } from 'react'

export type { Bulk } from './data.ts'
export { type Selection, useSelection } from './selection.ts'
export { type RowTick, TickBox } from './tick-box.tsx'
/** Fetched when something is done with many. */
export const BulkProgress = lazy(async () => ({ default: (await import('./progress.tsx')).BulkProgress }))
export const Tagging = lazy(async () => ({ default: (await import('./tagging.tsx')).Tagging }))
