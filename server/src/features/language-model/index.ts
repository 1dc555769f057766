import type { Feature } from '#platform/feature.ts'
import { languageModelRoutes } from './routes.ts'
import type { Models } from './models.ts'

export { type ChatMessage, ModelError, type ModelTimings } from './client.ts'
export { createModels, type Models } from './models.ts'
export { inTag, promptLanguages } from './prompt-text.ts'
export { redact, redactReversibly } from './redact.ts'

export const languageModel = (models: Models): Feature => ({
  name: 'language-model',
  routes: languageModelRoutes(models),
})
