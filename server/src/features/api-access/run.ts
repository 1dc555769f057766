import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type FieldErrorCode, Problem, day_ms } from '@ozvi/contract'
import type { FastifyRequest } from 'fastify'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import type { Exchange } from '#platform/http/guard.ts'
import { validationError } from '#platform/http/validation-error.ts'
import * as store from './store.ts'

/** How long a repeated request waits for the answer to the first one. */
const answerWithin_ms = 5_000
const checkEvery_ms = 50
const keepAnswers_ms = day_ms

/**
 * A context whose transactions commit only while the key is valid. Revoking the key waits for those that have
 * started, so none commits after the revocation.
 *
 * @param begin called once, in the first transaction
 */
function contextOf(ctx: Context, key: store.Key, onTransaction?: (tx: Tx) => Promise<void>): Context {
  let hasBegun = false
  return {
    ...ctx,
    async transaction(work) {
      const result = await ctx.transaction(async (tx) => {
        if (!(await store.lockValid(tx, key, isoNow(ctx)))) throw new Problem('api_key_invalid')
        if (onTransaction && !hasBegun) await onTransaction(tx)
        return work(tx)
      })
      hasBegun = true
      return result
    },
  }
}

/**
 * Uploads have none: their files aren't compared, and each names its own id.
 *
 * @throws Problem `invalid_input` on `idempotency_key`
 */
function tokenOf({ method, headers, routeOptions }: FastifyRequest, key: store.Key): store.Token | undefined {
  const token = headers['idempotency-key']
  if (method !== 'POST' || token === undefined || routeOptions.config.isUpload) return undefined
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(token))
    throw validationError('idempotency_key', 'idempotency_invalid')
  return { ...key, token }
}

const uuids = /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/g
/** Every id in a JSON text. */
const idsIn = (json: string): string[] => [...new Set([...json.matchAll(uuids)].map(([, id = '']) => id))]

/** Thrown inside the first transaction of a repeated request, to end it. */
class Repeated extends Error {}

/**
 * Runs a call of an API key. With an `Idempotency-Key`, a repeated POST gets the stored answer of the first one,
 * for a day. The key is stored in the call's own transaction, so nothing happens twice.
 *
 * @throws Problem `api_key_invalid` if the key was revoked in the meantime
 * @throws Problem `invalid_input` on `idempotency_key` if it was used for another request, or if the first
 * request's answer isn't known
 */
export async function runAsKey<T>(
  ctx: Context,
  { integration_id, key_id }: store.Key,
  { request, reply }: Exchange,
  call: (ctx: Context) => Promise<T>,
): Promise<T> {
  const key = { integration_id, key_id }
  const token = tokenOf(request, key)
  if (!token) return call(contextOf(ctx, key))
  const hash = createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest()
  const replay = async (): Promise<T> => {
    const answer = await answerOf(ctx, token, hash)
    reply.header('idempotency-replayed', 'true')
    // Only answers of the same call are stored under its hash.
    return JSON.parse(answer) as T
  }
  if (await store.findAnswer(ctx.db, token)) return replay()
  const onTransaction = async (tx: Tx) => {
    if (!(await store.insertRequest(tx, token, hash, isoNow(ctx)))) throw new Repeated()
  }
  let result: T
  try {
    result = await call(contextOf(ctx, key, onTransaction))
  } catch (error) {
    if (error instanceof Repeated) return replay()
    throw error
  }
  const answer = JSON.stringify(result)
  await ctx.transaction((tx) => store.storeAnswer(tx, token, answer, idsIn(answer)))
  return result
}

/** The stored answer of the first request with this token; waits for it if the request is still running. */
async function answerOf(ctx: Context, token: store.Token, hash: Buffer): Promise<string> {
  const keyProblem = (code: FieldErrorCode) => validationError('idempotency_key', code)
  for (const until = performance.now() + answerWithin_ms; performance.now() < until;) {
    const stored = await store.findAnswer(ctx.db, token)
    if (stored && !stored.request_hash.equals(hash)) throw keyProblem('idempotency_reused')
    if (stored?.answer != null) return stored.answer
    await delay(checkEvery_ms)
  }
  throw keyProblem('idempotency_unfinished')
}

/** Deletes stored answers after a day. Called by the scheduler. */
export async function deleteOldRequests(ctx: Context): Promise<void> {
  const before = new Date(ctx.now() - keepAnswers_ms).toISOString()
  await ctx.transaction((tx) => store.deleteRequestsBefore(tx, before))
}
