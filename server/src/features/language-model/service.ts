import {
  type Input,
  type LanguageModel,
  languageModelChanged,
  modelRequestsDefault,
  type ModelFailure,
  type Output,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import type { Context, Db } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { seal } from '#platform/secrets/encryption.ts'
import { type ChatMessage, streamChat } from './client.ts'
import { ModelError, type ModelTimings } from './connection.ts'
import { queueEmbedding } from './embed-job.ts'
import { embedTexts } from './embeddings.ts'
import { endpointOf, keyLocation } from './endpoint.ts'
import { countRequests, findModel, saveModel, takeRequest } from './store.ts'

const serverSource = ({ config }: Context) => (config.language_model ? 'server' : 'none')

async function toLanguageModel(ctx: Context, db: Db, integration_id: string): Promise<LanguageModel> {
  const stored = await findModel(db, integration_id)
  const requests = await countRequests(db, integration_id, ctx.now())
  return {
    integration_id,
    is_on: stored?.is_on ?? true,
    base_url: stored?.base_url ?? '',
    chat_model: stored?.chat_model ?? '',
    embedding_model: stored?.embedding_model ?? '',
    requests_max: stored?.requests_max ?? modelRequestsDefault,
    source: stored?.base_url ? 'workspace' : serverSource(ctx),
    has_key: stored?.key_sealed != null,
    requests,
    updated_at: stored?.updated_at ?? null,
    version: stored?.version ?? 0,
  }
}

export const getLanguageModel = (ctx: Context, { integration_id }: MemberActor) =>
  toLanguageModel(ctx, ctx.db, integration_id)

type StoredModel = Awaited<ReturnType<typeof findModel>>

const originOf = (url: string) => URL.parse(url)?.origin

/** @throws Problem `invalid_input`; a stored key is never sent to another origin */
function assertValidEndpoint(
  ctx: Context,
  { base_url, chat_model }: { base_url: string; chat_model: string },
  stored: StoredModel,
  key: string | undefined,
): void {
  const problem = ctx.egress.staticUrlProblem(base_url)
  if (problem) throw validationError('base_url', problem === 'blocked' ? 'url_blocked' : 'url_invalid')
  if (chat_model === '') throw validationError('chat_model', 'required')
  const isMoved = stored?.key_sealed != null && originOf(stored.base_url) !== originOf(base_url)
  if (isMoved && key === undefined) throw validationError('key', 'key_again')
}

/** @param key undefined for the stored one, empty for none */
function sealKey(ctx: Context, integration_id: string, stored: StoredModel, key: string | undefined) {
  if (key === undefined) return stored?.key_sealed ?? null
  return key === '' ? null : seal(ctx.secrets.derive('language-model'), keyLocation(integration_id), key)
}

export function updateLanguageModel(
  ctx: Context,
  actor: MemberActor,
  { integration_id: _, key, ...changes }: Input<typeof contract.updateLanguageModel>,
): Promise<LanguageModel> {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const stored = await findModel(tx, integration_id)
    const fields = {
      is_on: changes.is_on ?? stored?.is_on ?? true,
      base_url: changes.base_url ?? stored?.base_url ?? '',
      chat_model: changes.chat_model ?? stored?.chat_model ?? '',
      embedding_model: changes.embedding_model ?? stored?.embedding_model ?? '',
      requests_max: changes.requests_max ?? stored?.requests_max ?? modelRequestsDefault,
    }
    if (fields.base_url !== '') assertValidEndpoint(ctx, fields, stored, key)
    const key_sealed = fields.base_url === '' ? null : sealKey(ctx, integration_id, stored, key)
    await saveModel(tx, integration_id, { ...fields, key_sealed }, isoNow(ctx))
    const changed = Object.keys(definedFields({ ...changes, key }))
    await record(ctx, tx, actor, { action: 'language_model_changed', details: { fields: changed.join(' ') } })
    await queueEmbedding(tx, integration_id)
    const saved = await toLanguageModel(ctx, tx, integration_id)
    tx.emit(languageModelChanged, saved)
    return saved
  })
}

const testLimit = { name: 'language-model-test', points: 10, per_s: 60 }
const testMessages: ChatMessage[] = [{ role: 'user', content: 'Reply with the word OK.' }]
const testTokens = 200
const testText = 'How long does delivery take?'

/** Counts and reads one request to its end. */
async function test<Part>(
  ctx: Context,
  { integration_id, requests_max }: { integration_id: string; requests_max: number },
  parts: AsyncGenerator<Part, void>,
): Promise<{ failure: ModelFailure | null; took_ms: number; last: Part | undefined }> {
  const isAllowed = await ctx.transaction((tx) => takeRequest(tx, integration_id, requests_max, ctx.now()))
  if (!isAllowed) throw validationError('requests_max', 'limit_reached')
  const started = performance.now()
  const took_ms = () => Math.round(performance.now() - started)
  let last: Part | undefined
  try {
    for await (const part of parts) last = part
    return { failure: null, took_ms: took_ms(), last }
  } catch (error) {
    if (error instanceof ModelError) return { failure: error.failure, took_ms: took_ms(), last: undefined }
    throw error
  }
}

export const testLanguageModel =
  ({ timings }: { timings: ModelTimings }) =>
  async (
    ctx: Context,
    { integration_id }: MemberActor,
  ): Promise<Output<typeof contract.testLanguageModel>> => {
    await ctx.rates.take(testLimit, integration_id, '')
    const stored = await findModel(ctx.db, integration_id)
    const endpoint = endpointOf(ctx, stored)
    if (!endpoint) throw validationError('base_url', 'required')
    const limited = { integration_id, requests_max: stored?.requests_max ?? modelRequestsDefault }
    const chat = streamChat(ctx.egress, endpoint, testMessages, testTokens, timings)
    const { failure, took_ms } = await test(ctx, limited, chat)
    if (endpoint.embedding_model === '') return { failure, took_ms, embedding: null }
    const embedded = await test(ctx, limited, embedTexts(ctx.egress, endpoint, [testText], timings))
    const dimension = embedded.last?.length ?? null
    return {
      failure,
      took_ms,
      embedding: { failure: embedded.failure, dimension, took_ms: embedded.took_ms },
    }
  }
