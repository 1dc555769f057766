export { createWorkspace, finishOnboarding, updateWorkspace, integrationAt, useIntegration } from './data.ts'
export { NameChips } from './name-chips.tsx'
