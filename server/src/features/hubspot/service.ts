import { createHash, randomBytes } from 'node:crypto'
import { hubspotCallbackPath, hubspotChanged, type Input, minute_ms } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import { type MemberActor, sessionOf } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { type HubspotClient, HubspotError } from './client.ts'
import { revokeJob, syncJob } from './jobs.ts'
import { deleteValues, listChosen, markOutdated } from './properties/properties-store.ts'
import { hubspotOf } from './state.ts'
import * as store from './store.ts'
import { cancelRuns, lockSettings, needsTickets } from './sync/sync-store.ts'
import { problemOf, sealTokens, unsealRefreshToken } from './tokens.ts'

const authorization_ms = 10 * minute_ms

const hashOf = (state: string) => createHash('sha256').update(state).digest()
const redirectUri = ({ config }: Context) => `${config.app_url}${hubspotCallbackPath}`

/** The client, if the server has the keys of a HubSpot app. */
export type FindClient = (ctx: Context) => HubspotClient | undefined

export function clientOf(ctx: Context, find: FindClient): HubspotClient {
  const client = find(ctx)
  if (!client) throw validationError('hubspot', 'hubspot_not_configured')
  return client
}

export const getHubspot = (ctx: Context, { integration_id }: MemberActor) =>
  hubspotOf(ctx, ctx.db, integration_id)

export const authorizeHubspot =
  (find: FindClient) =>
  async (ctx: Context, actor: MemberActor): Promise<{ url: string }> => {
    const { integration_id } = actor
    const session = sessionOf(actor)
    await requirePlanFeature(ctx, ctx.db, integration_id, 'hubspot')
    const client = clientOf(ctx, find)
    // The callback knows the workspace by it.
    const state = `${integration_id}.${randomBytes(24).toString('base64url')}`
    await ctx.transaction((tx) =>
      store.insertAuthorization(
        tx,
        {
          state_hash: hashOf(state),
          integration_id,
          session_hash: session.id_hash,
          expires_at: new Date(ctx.now() + authorization_ms).toISOString(),
        },
        isoNow(ctx),
      ),
    )
    const wantsTickets = await needsTickets(ctx.db, integration_id)
    return { url: await client.authorizationUrl(redirectUri(ctx), state, { wantsTickets }) }
  }

/** Exchanges the code, and asks which account the tokens are for. */
async function exchange(ctx: Context, client: HubspotClient, code: string) {
  try {
    const tokens = await client.exchange(code, redirectUri(ctx))
    return { tokens, account: await client.describe(tokens.access_token) }
  } catch (error) {
    if (error instanceof HubspotError && ['revoked', 'rejected'].includes(error.failure))
      throw validationError('code', 'hubspot_code_rejected')
    throw problemOf(error, 'code')
  }
}

export const connectHubspot =
  (find: FindClient) =>
  async (ctx: Context, actor: MemberActor, { code, state }: Input<typeof contract.connectHubspot>) => {
    const { integration_id, name } = actor
    const session = sessionOf(actor)
    await requirePlanFeature(ctx, ctx.db, integration_id, 'hubspot')
    const client = clientOf(ctx, find)
    const isValid = await ctx.transaction((tx) =>
      store.takeAuthorization(
        tx,
        { state_hash: hashOf(state), integration_id, session_hash: session.id_hash },
        isoNow(ctx),
      ),
    )
    if (!isValid) throw validationError('state', 'hubspot_state_invalid')
    const { tokens, account } = await exchange(ctx, client, code)
    return ctx.transaction(async (tx) => {
      if (await store.revokeCurrent(tx, integration_id)) await tx.enqueue(revokeJob, {})
      await store.saveConnection(tx, {
        integration_id,
        status: 'connected',
        ...account,
        scopes: JSON.stringify(account.scopes),
        ...sealTokens(ctx, integration_id, tokens),
        refreshing_until: null,
        retry_at: null,
        connected_by: name,
        connected_at: isoNow(ctx),
      })
      // Of an account that was connected before.
      if ((await listChosen(tx, integration_id)).length > 0) {
        await markOutdated(tx, { integration_id, hub_id: account.hub_id })
        await tx.enqueue(syncJob, { integration_id }, { singleton_key: integration_id })
      }
      await record(ctx, tx, actor, { action: 'hubspot_connected', subject: account.account })
      const connected = await hubspotOf(ctx, tx, integration_id)
      tx.emit(hubspotChanged, connected)
      return connected
    })
  }

export function disconnectHubspot(ctx: Context, actor: MemberActor) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    // In the order in which a sync locks these rows: no sync saves values after they are deleted.
    await lockSettings(tx, integration_id, 'update')
    await deleteValues(tx, integration_id)
    await cancelRuns(tx, integration_id, isoNow(ctx))
    const ended = await store.deleteConnection(tx, integration_id)
    if (ended) {
      await record(ctx, tx, actor, { action: 'hubspot_disconnected', subject: ended.account })
      await tx.enqueue(revokeJob, {})
    }
    const hubspot = await hubspotOf(ctx, tx, integration_id)
    if (ended) tx.emit(hubspotChanged, hubspot)
    return hubspot
  })
}

/** HubSpot may return the same token to a workspace that connects again. */
async function isInUse(ctx: Context, workspace: string, refresh_token: string): Promise<boolean> {
  const connection = await store.findConnection(ctx.db, workspace)
  if (!connection) return false
  return unsealRefreshToken(ctx, workspace, connection.refresh_token_sealed) === refresh_token
}

/** Revokes tokens of connections that ended or were replaced. A token that HubSpot doesn't know needs no revocation. */
export async function revokeTokens(ctx: Context, client: HubspotClient): Promise<void> {
  for (const { id, workspace, refresh_token_sealed } of await store.listRevocations(ctx.db)) {
    try {
      const refresh_token = unsealRefreshToken(ctx, workspace, refresh_token_sealed)
      if (!(await isInUse(ctx, workspace, refresh_token))) await client.revoke(refresh_token)
    } catch (error) {
      const isGone = error instanceof HubspotError && ['rejected', 'revoked'].includes(error.failure)
      if (error instanceof HubspotError && !isGone) throw error
      if (!isGone) ctx.log.warn({ err: error }, 'hubspot: a token can’t be decrypted to revoke it')
    }
    await ctx.transaction((tx) => store.deleteRevocation(tx, id))
  }
}
