export { LeaveQuestion } from './leave-question.tsx'
export { SaveBar } from './save-bar.tsx'
export { type Edits, useEdits } from './use-edits.ts'
