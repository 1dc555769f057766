/* Loaded together on first use. */
export { openMergeDialog } from './merge-dialog.tsx'
export { openSplitDialog } from './split-dialog.tsx'
