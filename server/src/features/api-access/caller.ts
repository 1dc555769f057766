import { apiKeyStart, type ApiScope, Problem } from '@ozvi/contract'
import { ApiScope as Scope } from '@ozvi/contract/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#platform/context/context.ts'
import { anonymizeIp } from '#platform/http/rate-limits.ts'
import { hashToken } from '#platform/secrets/secrets.ts'
import * as store from './store.ts'

/** A program that calls with an API key. */
export interface ApiCaller extends store.Key {
  kind: 'api_key'
  name: string
  scopes: readonly ApiScope[]
  public_key: string
  deletes_at: string | null
  /** The request's address, truncated for privacy. */
  ip_prefix: string
}

const start = `Bearer ${apiKeyStart}`
const usedEvery_ms = 60_000
const keyLimit = { name: 'api-key', points: 300, per_s: 60 }

/** Whether a request carries an API key; its cookies are ignored then. */
export const isApiRequest = ({ headers }: FastifyRequest): boolean =>
  headers.authorization?.startsWith(start) ?? false

/**
 * The key of a request; counts the request toward the key's rate limit and adds the limit's headers to the reply.
 *
 * @throws Problem `api_key_invalid` if unknown or expired · `rate_limited`
 */
export async function findApiKey(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiCaller> {
  const key = (request.headers.authorization ?? '').slice('Bearer '.length)
  const row = await store.findByHash(ctx.db, hashToken(key))
  const now = ctx.now()
  if (!row || (row.expires_at !== null && Date.parse(row.expires_at) <= now))
    throw new Problem('api_key_invalid')
  const { scopes, expires_at: _, last_used_at, ...rest } = row
  const spent = await ctx.rates.spend(keyLimit, row.key_id, request.ip)
  reply
    .header('ratelimit-limit', spent.points)
    .header('ratelimit-remaining', spent.remaining)
    .header('ratelimit-reset', spent.reset_s)
  if (!spent.isAllowed) throw new Problem('rate_limited', undefined, { retry_after_s: spent.reset_s })
  if (last_used_at === null || now - Date.parse(last_used_at) >= usedEvery_ms)
    await ctx.transaction((tx) => store.markUsed(tx, row, new Date(now).toISOString()))
  return {
    kind: 'api_key',
    ...rest,
    scopes: scopes.map((scope) => Scope.parse(scope)),
    ip_prefix: anonymizeIp(request.ip),
  }
}
