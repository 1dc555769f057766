export { createWorkspace, finishOnboarding, updateWorkspace, useIntegration } from './data.ts'
export { NameChips } from './name-chips.tsx'
