export { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
export { SaveBar } from './save-bar.tsx'
export { useUnsavedEdits } from './use-unsaved-edits.ts'
