import { Problem, pushKeyStart } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import type { Guard } from '#platform/http/guard.ts'
import { hashToken } from '#platform/secrets/secrets.ts'
import * as documents from './document-store.ts'
import type { Key } from './store.ts'

/** A program that pushes documents to one source. */
export interface PushActor extends Key {
  kind: 'push_key'
}

const start = `Bearer ${pushKeyStart}`
const keyLimit = { name: 'push-key', points: 120, per_s: 60 }
const usedEvery_ms = 60_000

/** The push key of a data source, as a bearer token. It can do nothing but push to this source. */
export const pushKey: Guard<PushActor, documents.PushKeyRow> = {
  name: 'push-key',
  credential: 'none',
  async identify(ctx, request) {
    const { authorization } = request.headers
    const row = authorization?.startsWith(start)
      ? await documents.findPushKey(ctx.db, hashToken(authorization.slice('Bearer '.length)))
      : undefined
    if (!row) throw new Problem('api_key_invalid')
    await ctx.rates.take(keyLimit, row.source_id, request.ip)
    return row
  },
  async authorize(ctx, _request, { integration_id, source_id, deletes_at, used_at }) {
    if (deletes_at) throw new Problem('workspace_closed')
    await recordUse(ctx, { integration_id, source_id }, used_at)
    return { kind: 'push_key', integration_id, source_id }
  },
}

async function recordUse(ctx: Context, key: Key, used_at: string | null): Promise<void> {
  const now = ctx.now()
  if (used_at !== null && now - Date.parse(used_at) < usedEvery_ms) return
  await ctx.transaction((tx) => documents.markUsed(tx, key, new Date(now).toISOString()))
}
