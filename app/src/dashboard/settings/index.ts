export { LeaveQuestion } from './leave-question.tsx'
export { SaveBar } from './save-bar.tsx'
export { useEdits } from './use-edits.ts'
