export { SaveBar } from './save-bar.tsx'
export { useEdits } from './use-edits.ts'
