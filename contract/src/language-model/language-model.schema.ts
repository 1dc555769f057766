import * as z from 'zod/mini'
import { schemas } from '../api.schema.ts'
import { Id, text, Time } from '../fields.schema.ts'
import { modelRequestsRange } from './language-model.ts'

const Fields = z.object({
  /** If false, the assistant quotes passages and nothing is sent to the model. */
  is_on: z.boolean(),
  /**
   * OpenAI-compatible endpoint, such as `https://api.openai.com/v1`. If empty, the server's endpoint is used
   * if it has one.
   */
  base_url: text(0, 500),
  /** Name of the chat model; empty if `base_url` is empty. */
  chat_model: text(0, 200),
  /** Name of the embedding model of the same endpoint; empty: passages are found by their words only. */
  embedding_model: text(0, 200),
  /** Maximum requests per calendar month (UTC). */
  requests_max: z.int().check(z.gte(modelRequestsRange.min), z.lte(modelRequestsRange.max)),
})
/** A secret: sent once, encrypted in the database, and never returned. */
const key = text(0, 500)

export const LanguageModel = z.extend(Fields, {
  integration_id: Id,
  /** Which endpoint is used: none, the workspace's own, or the server's. */
  source: z.enum(['none', 'workspace', 'server']),
  /** Whether the workspace has stored a key. */
  has_key: z.boolean(),
  /** Number of requests in the current month. */
  requests: z.int(),
  /** Null if nothing has been saved. */
  updated_at: z.nullable(Time),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type LanguageModel = z.infer<typeof LanguageModel>

/**
 * Why a request to the endpoint failed.
 *
 * `key_rejected` 401 or 403 · `not_found` 404: wrong path or model · `rate_limited` 429 · `rejected` another 4xx ·
 * `server_error` 5xx · `timeout` · `unreachable` · `blocked` by the egress guard · `unreadable` not the expected
 * format, cut off, or too long.
 */
export const ModelFailure = z.enum([
  'key_rejected',
  'not_found',
  'rate_limited',
  'rejected',
  'server_error',
  'timeout',
  'unreachable',
  'blocked',
  'unreadable',
])
export type ModelFailure = z.infer<typeof ModelFailure>

export const getLanguageModel = schemas({ output: LanguageModel, problems: ['not_found'] })
export const updateLanguageModel = schemas({
  input: z.extend(z.partial(Fields), { key: z.optional(key) }),
  output: LanguageModel,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const testLanguageModel = schemas({
  output: z.object({
    /** Null if the model answered. */
    failure: z.nullable(ModelFailure),
    took_ms: z.int(),
    /** Of the embedding model; null if there is none. */
    embedding: z.nullable(
      z.object({
        failure: z.nullable(ModelFailure),
        /** Numbers in a vector; null after a failure. */
        dimension: z.nullable(z.int()),
        took_ms: z.int(),
      }),
    ),
  }),
  problems: ['not_found', 'forbidden', 'invalid_input', 'rate_limited'],
})
export const languageModelChanged = LanguageModel

/** How many passages have vectors of the current embedding model. */
export const EmbeddingProgress = z.object({
  integration_id: Id,
  /** False without an embedding model; then the rest is empty. */
  is_on: z.boolean(),
  /** Passages that can be found, and those of them with a vector. */
  passages: z.int(),
  embedded: z.int(),
  /** Why the last request failed; it is repeated later. */
  failure: z.nullable(z.enum([...ModelFailure.options, 'limit_reached'])),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type EmbeddingProgress = z.infer<typeof EmbeddingProgress>
export const getEmbeddingProgress = schemas({ output: EmbeddingProgress, problems: ['not_found'] })
export const embeddingsProgressed = EmbeddingProgress
