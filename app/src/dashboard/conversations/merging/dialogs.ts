/* Loaded together on first use. */
export { askToMerge } from './merge-dialog.tsx'
export { askToSplit } from './split-dialog.tsx'
