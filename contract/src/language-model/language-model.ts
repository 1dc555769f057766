import { defineEvent, defineRoute } from '../api.ts'
import { workspaceChannel } from '../channels.ts'
import type * as schema from './language-model.schema.ts'

export type { EmbeddingProgress, LanguageModel, ModelFailure } from './language-model.schema.ts'

/** Requests per month that a workspace can allow, and those of a new connection. */
export const modelRequestsRange = { min: 1, max: 1_000_000 } as const
export const modelRequestsDefault = 1_000

const path = '/api/integration/:integration_id/language-model'
export const getLanguageModel = defineRoute<typeof schema.getLanguageModel>()('GET', path)
/**
 * Updates the language model. A stored key is only ever sent to the origin it was saved for.
 * @throws Problem `invalid_input` on `base_url`: not http(s), or not open to outgoing requests; on
 * `chat_model`: missing; on `key`: the origin changed, so the key has to be entered again
 */
export const updateLanguageModel = defineRoute<typeof schema.updateLanguageModel>()('PUT', path)
/** Sends a short request to each saved model. Each counts toward the monthly limit. */
export const testLanguageModel = defineRoute<typeof schema.testLanguageModel>()('POST', `${path}/test`)
export const languageModelChanged = defineEvent<typeof schema.languageModelChanged>()(
  'LanguageModelChanged',
  workspaceChannel,
)

export const getEmbeddingProgress = defineRoute<typeof schema.getEmbeddingProgress>()(
  'GET',
  `${path}/embeddings`,
)
export const embeddingsProgressed = defineEvent<typeof schema.embeddingsProgressed>()(
  'EmbeddingsProgressed',
  workspaceChannel,
)
