// Embeds passages that have no vector yet. A failure never affects the search by words: the rest is embedded later.
import { type EmbeddingProgress, embeddingsProgressed } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { MemberActor } from '#features/integrations'
import {
  embedPassagesJob,
  ModelError,
  type Models,
  type NotSent,
  queueEmbedding,
} from '#features/language-model'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import * as store from './vector-store.ts'

/** Passages of one request. */
const BATCH = 64
/** Of a passage and its headings. Some models reject more than 512 tokens. */
const CHARS_MAX = 2_000
/** Sent again if a model rejects the longer text. */
const SHORT_CHARS_MAX = 500
const first_retry_s = 30
const longest_retry_s = 60 * 60
const DUE_MAX = 200

const textOf = ({ title, heading, text }: store.UnembeddedPassage) =>
  [heading === '' ? title : `${title} › ${heading}`, text].join('\n').slice(0, CHARS_MAX)

const retryDueJob = defineJob('assistant.retry_embedding', z.object({}))

export function embeddingJobs(models: Models) {
  return (jobs: Jobs, ctx: Context): void => {
    jobs.register(embedPassagesJob, ({ integration_id }, { signal }) =>
      embedPassages(ctx, models, integration_id, signal),
    )
    jobs.register(retryDueJob, () => queueDue(ctx))
    jobs.schedule(retryDueJob, '* * * * *', {})
  }
}

/** Queues workspaces whose passages are due. */
export async function queueDue(ctx: Context): Promise<void> {
  const { language_model: server } = ctx.config
  const server_model = server?.embedding_model ? `${server.embedding_model} ${server.base_url}` : undefined
  const due = await store.listDue(ctx.db, isoNow(ctx), server_model, DUE_MAX)
  for (const integration_id of due) await ctx.transaction((tx) => queueEmbedding(tx, integration_id))
}

/** Queues the embedding of passages that this transaction adds. */
export async function embedLater(tx: Tx, integration_id: string): Promise<void> {
  if (await store.hasIndex(tx, integration_id)) await queueEmbedding(tx, integration_id)
}

async function embedPassages(
  ctx: Context,
  models: Models,
  integration_id: string,
  signal: AbortSignal,
): Promise<void> {
  const model = await models.findEmbeddingModel(ctx, integration_id)
  const index = await ctx.transaction(async (tx) => {
    const opened = await store.openIndex(tx, integration_id, model)
    if (opened) await emitProgress(tx, integration_id, model !== undefined)
    return opened
  })
  if (!model || !index || (index.retry_at !== null && Date.parse(index.retry_at) > ctx.now())) return
  let { failures } = index
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const passages = await store.listUnembedded(ctx.db, integration_id, after, BATCH)
    const last = passages.at(-1)
    if (!last) {
      // The passages to try again were removed or hidden.
      if (after === 0 && index.retry_at !== null)
        await storeOutcome(ctx, integration_id, { failure: null, failures: 0, retry_at: null })
      return
    }
    after = last.id
    const vectors = await embed(ctx, models, integration_id, passages.map(textOf))
    if (!Array.isArray(vectors)) return fail(ctx, integration_id, failures, vectors)
    const isStored = await ctx.transaction(async (tx) => {
      const rows = passages.map(({ id }, position) => ({ passage_id: id, vector: vectors[position] ?? [] }))
      const isDone = await store.insertVectors(tx, integration_id, model.model, rows)
      if (isDone) await emitProgress(tx, integration_id, true)
      return isDone
    })
    if (!isStored) return fail(ctx, integration_id, failures, new ModelError('unreadable'))
    failures = 0
  }
}

/** @returns why there are no vectors */
async function embed(
  ctx: Context,
  models: Models,
  integration_id: string,
  texts: readonly string[],
): Promise<number[][] | NotSent | ModelError> {
  try {
    return await models.embed(ctx, integration_id, texts, 'passages')
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    if (error.failure !== 'rejected' || !texts.some(({ length }) => length > SHORT_CHARS_MAX)) return error
    return embed(
      ctx,
      models,
      integration_id,
      texts.map((text) => text.slice(0, SHORT_CHARS_MAX)),
    )
  }
}

const startOfNextMonth = (at_ms: number) => {
  const at = new Date(at_ms)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)
}

/** Stores when to try again: after the time that the endpoint names, or a growing pause. */
async function fail(
  ctx: Context,
  integration_id: string,
  failures_before: number,
  reason: NotSent | ModelError,
): Promise<void> {
  // The settings were changed in the meantime, and have a job of their own.
  if (reason === 'off') return
  const isError = reason instanceof ModelError
  const failures = failures_before + (isError ? 1 : 0)
  const pause_s = Math.min(longest_retry_s, first_retry_s * 2 ** Math.min(failures - 1, 10))
  const asked_s = isError ? Math.min(reason.retry_after_s ?? 0, 24 * longest_retry_s) : 0
  const retry_ms =
    reason === 'limit_reached'
      ? startOfNextMonth(ctx.now())
      : ctx.now() + Math.max(asked_s, isError ? pause_s : first_retry_s) * 1_000
  const failure = isError ? reason.failure : reason === 'limit_reached' ? reason : null
  await storeOutcome(ctx, integration_id, {
    failure,
    failures,
    retry_at: new Date(retry_ms).toISOString(),
  })
}

const storeOutcome = (ctx: Context, integration_id: string, outcome: store.Outcome) =>
  ctx.transaction(async (tx) => {
    await store.storeOutcome(tx, integration_id, outcome)
    await emitProgress(tx, integration_id, true)
  })

const toProgress = async (db: Db, integration_id: string, is_on: boolean): Promise<EmbeddingProgress> => {
  const progress = await store.readProgress(db, integration_id)
  return is_on
    ? { integration_id, is_on, ...progress }
    : { integration_id, is_on, passages: 0, embedded: 0, failure: null, version: progress.version }
}

const emitProgress = async (tx: Tx, integration_id: string, is_on: boolean) =>
  tx.emit(embeddingsProgressed, await toProgress(tx, integration_id, is_on))

export const getEmbeddingProgress =
  (models: Models) =>
  async (ctx: Context, { integration_id }: MemberActor): Promise<EmbeddingProgress> =>
    toProgress(ctx.db, integration_id, (await models.findEmbeddingModel(ctx, integration_id)) !== undefined)
