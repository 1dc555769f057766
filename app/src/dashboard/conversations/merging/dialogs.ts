/* Loaded together when either is asked for. */
export { askToMerge } from './merge-dialog.tsx'
export { askToSplit } from './split-dialog.tsx'
