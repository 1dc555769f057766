import type { Feature } from '#platform/feature.ts'
import { languageModelRoutes } from './routes.ts'
import type { Models } from './models.ts'

export type { ChatMessage } from './client.ts'
export { ModelError, type ModelTimings } from './connection.ts'
export { embedPassagesJob, queueEmbedding } from './embed-job.ts'
export { createModels, type Models, type NotSent } from './models.ts'
export type { EmbeddingModel, QuestionVector } from './question-vectors.ts'
export { inTag, promptLanguages } from './prompt-text.ts'
export { redact, redactReversibly } from './redact.ts'

export const languageModel = (models: Models): Feature => ({
  name: 'language-model',
  routes: languageModelRoutes(models),
})
