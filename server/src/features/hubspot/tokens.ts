import { setTimeout as sleep } from 'node:timers/promises'
import { hubspotChanged, minute_ms } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { seal, unseal } from '#platform/secrets/encryption.ts'
import { type HubspotClient, HubspotError, type Tokens } from './client.ts'
import { hubspotOf } from './state.ts'
import * as store from './store.ts'

/** A token is refreshed this long before it expires. */
const margin_ms = 2 * minute_ms
const refresh_timeout_ms = 60_000
const poll_ms = 100

const locationOf = (name: 'access' | 'refresh', integration_id: string) =>
  `hubspot_connection|${name}_token_sealed|${integration_id}`
const keyOf = (ctx: Context) => ctx.secrets.derive('hubspot')

/** Columns of encrypted tokens. */
export const sealTokens = (ctx: Context, integration_id: string, tokens: Tokens) => ({
  access_token_sealed: seal(keyOf(ctx), locationOf('access', integration_id), tokens.access_token),
  refresh_token_sealed: seal(keyOf(ctx), locationOf('refresh', integration_id), tokens.refresh_token),
  access_expires_at: new Date(ctx.now() + tokens.expires_in_s * 1000).toISOString(),
})
export const unsealRefreshToken = (ctx: Context, integration_id: string, sealed: Buffer) =>
  unseal(keyOf(ctx), locationOf('refresh', integration_id), sealed)

/**
 * HubSpot no longer accepts this token: nothing is requested until a member connects again.
 *
 * @returns false if a member has done so in the meantime
 */
const markRevoked = (ctx: Context, connection: store.StoredConnection): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    if (!(await store.endRefresh(tx, connection, { status: 'reconnect_needed', retry_at: null })))
      return false
    tx.emit(hubspotChanged, await hubspotOf(ctx, tx, connection.integration_id))
    return true
  })

async function refresh(
  ctx: Context,
  client: HubspotClient,
  connection: store.StoredConnection,
): Promise<void> {
  const { integration_id } = connection
  const claim = {
    now: isoNow(ctx),
    until: new Date(ctx.now() + refresh_timeout_ms).toISOString(),
  }
  if (!(await ctx.transaction((tx) => store.claimRefresh(tx, connection, claim)))) {
    await sleep(poll_ms)
    return
  }
  try {
    const refresh_token = unsealRefreshToken(ctx, integration_id, connection.refresh_token_sealed)
    const tokens = await client.refresh(refresh_token)
    await ctx.transaction((tx) => store.endRefresh(tx, connection, sealTokens(ctx, integration_id, tokens)))
  } catch (error) {
    const isRevoked = error instanceof HubspotError && error.failure === 'revoked'
    const isCurrent = isRevoked
      ? await markRevoked(ctx, connection)
      : await ctx.transaction((tx) => store.endRefresh(tx, connection, {}))
    // Otherwise a member has connected again, and the new token is used.
    if (isCurrent) throw error
  }
}

/** @throws HubspotError `revoked` if there is no usable connection */
async function currentToken(
  ctx: Context,
  client: HubspotClient,
  integration_id: string,
  rejected?: string,
): Promise<{ access_token: string; connection: store.StoredConnection }> {
  const until = Date.now() + refresh_timeout_ms
  for (;;) {
    const connection = await store.findConnection(ctx.db, integration_id)
    if (connection?.status !== 'connected') throw new HubspotError('revoked', 'not connected')
    const access_token = unseal(
      keyOf(ctx),
      locationOf('access', integration_id),
      connection.access_token_sealed,
    )
    const isFresh = Date.parse(connection.access_expires_at) > ctx.now() + margin_ms
    if (isFresh && access_token !== rejected) return { access_token, connection }
    if (Date.now() > until) throw new HubspotError('unavailable', 'the token wasn’t refreshed in time')
    await refresh(ctx, client, connection)
  }
}

/**
 * Runs requests with a workspace's token, which is refreshed when needed, once at a time across all processes.
 *
 * @throws HubspotError; `revoked` when a member has to connect again
 */
export async function withToken<T>(
  ctx: Context,
  client: HubspotClient,
  integration_id: string,
  work: (access_token: string) => Promise<T>,
): Promise<T> {
  const { access_token } = await currentToken(ctx, client, integration_id)
  try {
    return await work(access_token)
  } catch (error) {
    if (!(error instanceof HubspotError && error.failure === 'token_expired')) throw error
  }
  const renewed = await currentToken(ctx, client, integration_id, access_token)
  try {
    return await work(renewed.access_token)
  } catch (error) {
    if (!(error instanceof HubspotError && error.failure === 'token_expired')) throw error
    // A new token is rejected as well.
    await markRevoked(ctx, renewed.connection)
    throw new HubspotError('revoked', error.message)
  }
}

/** A failed request of a member, as a problem that never looks like one of their own session. */
export function problemOf(error: unknown, field = 'hubspot'): unknown {
  if (!(error instanceof HubspotError)) return error
  const codes = {
    rate_limited: 'hubspot_rate_limited',
    token_expired: 'hubspot_reconnect',
    revoked: 'hubspot_reconnect',
    unavailable: 'hubspot_unavailable',
    conflict: 'hubspot_rejected',
    rejected: 'hubspot_rejected',
  } as const
  return validationError(field, codes[error.failure])
}
