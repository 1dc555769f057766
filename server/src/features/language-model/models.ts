import { modelRequestsDefault } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { createBreaker } from './breaker.ts'
import { type ChatMessage, modelTimings, type ModelTimings, streamChat } from './client.ts'
import { endpointOf } from './endpoint.ts'
import { findModel, takeRequest } from './store.ts'

/** Why no request is sent. */
type NotSent = 'off' | 'paused' | 'busy' | 'limit_reached'

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
}

/** Requests at a time, so that a slow endpoint doesn't occupy every worker. */
const running_max = { workspace: 4, total: 16 }

export function createModels(timings: ModelTimings = modelTimings): Models {
  const breaker = createBreaker()
  const running = new Map<string, number>()
  let total = 0
  async function* counted(
    now: Context['now'],
    integration_id: string,
    name: string,
    text: AsyncGenerator<string, void>,
  ) {
    running.set(integration_id, (running.get(integration_id) ?? 0) + 1)
    total++
    try {
      yield* text
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
  return {
    timings,
    async isOn(ctx, integration_id) {
      return (await findEndpoint(ctx, integration_id)).endpoint !== undefined
    },
    async open(ctx, integration_id, messages, tokens_max) {
      const { stored, endpoint } = await findEndpoint(ctx, integration_id)
      if (!endpoint) return 'off'
      if (total >= running_max.total || (running.get(integration_id) ?? 0) >= running_max.workspace)
        return 'busy'
      // Each workspace for itself: keys and quotas differ.
      const name = `${integration_id} ${stored?.version ?? 0}`
      if (!breaker.allows(name, ctx.now())) return 'paused'
      const requests_max = stored?.requests_max ?? modelRequestsDefault
      const isAllowed = await ctx.transaction((tx) =>
        takeRequest(tx, integration_id, requests_max, ctx.now()),
      )
      if (!isAllowed) return 'limit_reached'
      const text = streamChat(ctx.egress, endpoint, messages, tokens_max, timings)
      return { text: counted(ctx.now, integration_id, name, text) }
    },
  }
}
