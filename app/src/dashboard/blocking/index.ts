export { askToBlock } from './block-dialog.tsx'
export { BlockedNote } from './blocked-note.tsx'
