import { apiKeysChanged, apiKeysMax, apiKeyStart, type Input, Problem } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { assertCanGive, keyHolder, lockIntegration, type MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { hashToken, newToken } from '#platform/secrets/secrets.ts'
import * as store from './store.ts'

/** Characters of a key that are stored and shown. */
const prefixChars = apiKeyStart.length + 6

export const listApiKeys = (ctx: Context, { integration_id }: MemberActor) =>
  store.listKeys(ctx.db, integration_id)

/** @throws Problem `forbidden` if a custom role takes away rights that a key can have */
export function createApiKey(
  ctx: Context,
  actor: MemberActor,
  { name, scopes, expires_at }: Input<typeof contract.createApiKey>,
) {
  const { integration_id } = actor
  assertCanGive(actor, keyHolder)
  if (expires_at !== null && Date.parse(expires_at) <= ctx.now())
    throw validationError('expires_at', 'time_past')
  const key = `${apiKeyStart}${newToken()}`
  return ctx.transaction(async (tx) => {
    await lockIntegration(tx, integration_id)
    if ((await store.countKeys(tx, integration_id)) >= apiKeysMax)
      throw validationError('name', `api_keys_max:${apiKeysMax}`)
    const row = await store.insertKey(tx, {
      integration_id,
      name,
      scopes: [...new Set(scopes)],
      expires_at,
      hash: hashToken(key),
      prefix: key.slice(0, prefixChars),
      created_at: isoNow(ctx),
      created_by_name: actor.name,
    })
    await record(ctx, tx, actor, {
      action: 'api_key_created',
      subject: name,
      details: { scopes: row.scopes.join(' ') },
    })
    tx.emit(apiKeysChanged, { integration_id })
    return { ...row, key }
  })
}

export function revokeApiKey(
  ctx: Context,
  actor: MemberActor,
  { api_key_id }: Input<typeof contract.revokeApiKey>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    const revoked = await store.deleteKey(tx, integration_id, api_key_id)
    if (!revoked) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'api_key_revoked', subject: revoked.name })
    tx.emit(apiKeysChanged, { integration_id })
    return null
  })
}
