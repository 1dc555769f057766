export { finishOnboarding, useIntegration } from './data.ts'
