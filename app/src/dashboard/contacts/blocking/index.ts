export { askToBlock, askToBlockMany } from './block-dialog.tsx'
export { BlockedNote } from './blocked-note.tsx'
