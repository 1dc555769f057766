import { setTimeout as sleep } from 'node:timers/promises'
import { minute_ms } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { ModelError, type ModelTimings } from './connection.ts'
import { redact } from './redact.ts'

/** An answer waits this long for the vector of its question. */
const wait_ms = 300
const timings = { first_byte_ms: wait_ms, idle_ms: wait_ms, total_ms: wait_ms }
const cached_max = 1_000
const cached_ms = 10 * minute_ms

export interface EmbeddingModel {
  /** Model and endpoint: vectors of different models can't be compared. */
  model: string
  /** Of the settings. */
  version: number
}
export interface QuestionVector {
  /** Of length 1. */
  vector: readonly number[]
  /** As in `EmbeddingModel`. */
  model: string
}

/** What `Models` offers. */
interface Embedder {
  findEmbeddingModel(ctx: Context, integration_id: string): Promise<EmbeddingModel | undefined>
  embed(
    ctx: Context,
    integration_id: string,
    texts: readonly string[],
    purpose: 'question',
    timings: ModelTimings,
  ): Promise<number[][] | string>
}

/** Turns questions into vectors, without personal data. Equal questions are sent once in ten minutes. */
export function createQuestionVectors({ findEmbeddingModel, embed }: Embedder) {
  const cached = new Map<string, { vector: readonly number[]; until_ms: number }>()
  async function read(
    ctx: Context,
    integration_id: string,
    { model, version }: EmbeddingModel,
    text: string,
    isAllowed: () => Promise<boolean>,
  ) {
    const redacted = redact(text)
    const key = JSON.stringify([integration_id, model, version, redacted])
    const known = cached.get(key)
    if (known && ctx.now() < known.until_ms) return { vector: known.vector, model }
    cached.delete(key)
    if (!(await isAllowed())) return undefined
    try {
      const vectors = await embed(ctx, integration_id, [redacted], 'question', timings)
      const vector = typeof vectors === 'string' ? undefined : vectors[0]
      if (!vector) return undefined
      cached.set(key, { vector, until_ms: ctx.now() + cached_ms })
      const [oldest] = cached.keys()
      if (cached.size > cached_max && oldest !== undefined) cached.delete(oldest)
      return { vector, model }
    } catch (error) {
      if (error instanceof ModelError) return undefined
      throw error
    }
  }
  /** @returns undefined without an embedding model, and if it doesn't answer in time */
  return async (
    ctx: Context,
    integration_id: string,
    text: string,
    isAllowed: () => Promise<boolean>,
  ): Promise<QuestionVector | undefined> => {
    const model = await findEmbeddingModel(ctx, integration_id)
    if (!model) return undefined
    const vector = read(ctx, integration_id, model, text, isAllowed)
    return Promise.race([vector, sleep(wait_ms, undefined, { ref: false })])
  }
}
