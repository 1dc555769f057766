import { modelRequestsDefault } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { createBreaker } from './breaker.ts'
import { type ChatMessage, streamChat } from './client.ts'
import { type Endpoint, modelTimings, type ModelTimings } from './connection.ts'
import { embedTexts } from './embeddings.ts'
import { endpointOf } from './endpoint.ts'
import { createQuestionVectors, type EmbeddingModel, type QuestionVector } from './question-vectors.ts'
import { findModel, takeRequest } from './store.ts'

/** Why no request is sent. */
export type NotSent = 'off' | 'paused' | 'busy' | 'limit_reached'

interface Chat {
  /** @throws ModelError */
  text: AsyncGenerator<string, void>
}
/** Requests to the workspaces' language models, within their limits. */
export interface Models {
  timings: ModelTimings
  /**
   * Counts a request and opens the model's reply. The caller reads `text` to its end.
   *
   * @returns a reason if no request is allowed
   */
  open(
    ctx: Context,
    integration_id: string,
    messages: readonly ChatMessage[],
    tokens_max: number,
  ): Promise<Chat | NotSent>
  /** Whether the workspace has a model that is switched on. */
  isOn(ctx: Context, integration_id: string): Promise<boolean>
  /** The workspace's embedding model, if it is switched on. */
  findEmbeddingModel(ctx: Context, integration_id: string): Promise<EmbeddingModel | undefined>
  /**
   * Counts a request and turns texts into vectors of length 1, in the same order.
   *
   * @param purpose requests of one purpose that fail don't stop those of another
   * @returns a reason if no request is allowed
   * @throws ModelError
   */
  embed(
    ctx: Context,
    integration_id: string,
    texts: readonly string[],
    purpose: 'passages' | 'question',
    timings?: ModelTimings,
  ): Promise<number[][] | NotSent>
  /**
   * Turns a question into a vector.
   *
   * @param isAllowed asked before a request is sent
   * @returns undefined without an embedding model, and if it doesn't answer in time
   */
  embedQuestion(
    ctx: Context,
    integration_id: string,
    text: string,
    isAllowed: () => Promise<boolean>,
  ): Promise<QuestionVector | undefined>
}

/** Requests at a time, so that a slow endpoint doesn't occupy every worker. */
const running_max = { workspace: 4, total: 16 }

export function createModels(timings: ModelTimings = modelTimings): Models {
  const breaker = createBreaker()
  const running = new Map<string, number>()
  let total = 0
  async function* counted<Part>(
    now: Context['now'],
    integration_id: string,
    name: string,
    parts: AsyncGenerator<Part, void>,
  ) {
    running.set(integration_id, (running.get(integration_id) ?? 0) + 1)
    total++
    try {
      yield* parts
      breaker.record(name, true, now())
    } catch (error) {
      breaker.record(name, false, now())
      throw error
    } finally {
      const left = (running.get(integration_id) ?? 1) - 1
      if (left > 0) running.set(integration_id, left)
      else running.delete(integration_id)
      total--
    }
  }
  const findEndpoint = async (ctx: Context, integration_id: string) => {
    const stored = await findModel(ctx.db, integration_id)
    return { stored, endpoint: stored?.is_on === false ? undefined : endpointOf(ctx, stored) }
  }
  /** Counts a request and opens it. `parts` has to be read to its end. */
  async function request<Part>(
    ctx: Context,
    integration_id: string,
    purpose: string,
    send: (endpoint: Endpoint) => AsyncGenerator<Part, void> | undefined,
  ): Promise<AsyncGenerator<Part, void> | NotSent> {
    const { stored, endpoint } = await findEndpoint(ctx, integration_id)
    const parts = endpoint && send(endpoint)
    if (!parts) return 'off'
    if (total >= running_max.total || (running.get(integration_id) ?? 0) >= running_max.workspace)
      return 'busy'
    // One circuit breaker per workspace: keys and quotas differ.
    const name = `${integration_id} ${stored?.version ?? 0} ${purpose}`
    if (!breaker.allows(name, ctx.now())) return 'paused'
    const requests_max = stored?.requests_max ?? modelRequestsDefault
    const isAllowed = await ctx.transaction((tx) => takeRequest(tx, integration_id, requests_max, ctx.now()))
    if (!isAllowed) return 'limit_reached'
    return counted(ctx.now, integration_id, name, parts)
  }
  const models: Omit<Models, 'embedQuestion'> = {
    timings,
    async isOn(ctx, integration_id) {
      return (await findEndpoint(ctx, integration_id)).endpoint !== undefined
    },
    async findEmbeddingModel(ctx, integration_id) {
      const { stored, endpoint } = await findEndpoint(ctx, integration_id)
      if (!endpoint?.embedding_model) return undefined
      const model = `${endpoint.embedding_model} ${endpoint.base_url}`
      return { model, version: stored?.version ?? 0 }
    },
    async open(ctx, integration_id, messages, tokens_max) {
      const text = await request(ctx, integration_id, 'chat', (endpoint) =>
        streamChat(ctx.egress, endpoint, messages, tokens_max, timings),
      )
      return typeof text === 'string' ? text : { text }
    },
    async embed(ctx, integration_id, texts, purpose, waits = timings) {
      const parts = await request(ctx, integration_id, purpose, (endpoint) =>
        endpoint.embedding_model === '' ? undefined : embedTexts(ctx.egress, endpoint, texts, waits),
      )
      return typeof parts === 'string' ? parts : Array.fromAsync(parts)
    },
  }
  return { ...models, embedQuestion: createQuestionVectors(models) }
}
