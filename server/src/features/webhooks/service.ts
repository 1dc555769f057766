import {
  type Input,
  Problem,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
  webhooksChanged,
  webhooksMax,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { randomUUID } from 'node:crypto'
import { record } from '#features/audit-log'
import { lockIntegration, type MemberActor } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { portOf } from '#platform/egress/target.ts'
import { pageOf } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { send } from './deliver.ts'
import { bodyOf, wake } from './queue.ts'
import { newSecret, overlap_ms, sealSecret } from './secrets.ts'
import * as store from './store.ts'

const testLimit = { name: 'webhook-test', points: 20, per_s: 60 }

export const listWebhooks = (ctx: Context, { integration_id }: MemberActor) =>
  store.listWebhooks(ctx.db, integration_id, isoNow(ctx))

async function webhookOf(ctx: Context, db: Db, { integration_id, webhook_id }: store.Key): Promise<Webhook> {
  const webhook = (await store.listWebhooks(db, integration_id, isoNow(ctx))).find(
    ({ id }) => id === webhook_id,
  )
  if (!webhook) throw new Problem('not_found')
  return webhook
}
async function endpointOf(db: Db, key: store.Key): Promise<store.Endpoint> {
  const endpoint = await store.findEndpoint(db, key)
  if (!endpoint) throw new Problem('not_found')
  return endpoint
}

/** @throws Problem `invalid_input` on `url` */
function checkUrl(ctx: Context, url: string): void {
  const address = new URL(url)
  const isAllowed = ctx.config.egress_allow.includes(`${address.hostname}:${portOf(address)}`)
  if (address.protocol !== 'https:' && !isAllowed) throw validationError('url', 'https_needed')
  const problem = ctx.egress.staticUrlProblem(url)
  if (problem) throw validationError('url', problem === 'blocked' ? 'url_blocked' : 'url_invalid')
}
const hostOf = (url: string) => URL.parse(url)?.host ?? ''
const emitChanged = (tx: Tx, { integration_id }: { integration_id: string }) =>
  tx.emit(webhooksChanged, { integration_id })

export function createWebhook(
  ctx: Context,
  actor: MemberActor,
  { url, events }: Input<typeof contract.createWebhook>,
) {
  const { integration_id } = actor
  checkUrl(ctx, url)
  const key = { integration_id, webhook_id: randomUUID() }
  const secret = newSecret()
  return ctx.transaction(async (tx) => {
    await requirePlanFeature(ctx, tx, integration_id, 'webhooks')
    await lockIntegration(tx, integration_id)
    if ((await store.countEndpoints(tx, integration_id)) >= webhooksMax)
      throw validationError('url', `webhooks_max:${webhooksMax}`)
    await store.insertEndpoint(tx, {
      integration_id,
      id: key.webhook_id,
      url,
      events: [...new Set(events)],
      secret_sealed: sealSecret(ctx, key, secret),
      created_at: isoNow(ctx),
    })
    await record(ctx, tx, actor, { action: 'webhook_created', subject: hostOf(url) })
    emitChanged(tx, actor)
    return { ...(await webhookOf(ctx, tx, key)), secret }
  })
}

export function updateWebhook(
  ctx: Context,
  actor: MemberActor,
  { webhook_id, url, events, is_on }: Input<typeof contract.updateWebhook>,
) {
  const key = { integration_id: actor.integration_id, webhook_id }
  if (url !== undefined) checkUrl(ctx, url)
  return ctx.transaction(async (tx) => {
    const before = await endpointOf(tx, key)
    // Turning off is always possible.
    if (url !== undefined || events || is_on)
      await requirePlanFeature(ctx, tx, key.integration_id, 'webhooks')
    await store.updateEndpoint(tx, key, {
      url: url ?? before.url,
      events: events ? [...new Set(events)] : before.events,
      is_on: is_on ?? before.is_on,
      ...(is_on || url !== undefined ? store.withoutFailures : {}),
    })
    if (is_on) await store.retryNow(tx, key)
    await wake(tx, key)
    const changed = Object.entries({ address: url, events, is_on }).filter(([, value]) => value !== undefined)
    await record(ctx, tx, actor, {
      action: 'webhook_changed',
      subject: hostOf(url ?? before.url),
      details: { fields: changed.map(([name]) => name).join(' ') },
    })
    emitChanged(tx, actor)
    return webhookOf(ctx, tx, key)
  })
}

export function deleteWebhook(
  ctx: Context,
  actor: MemberActor,
  { webhook_id }: Input<typeof contract.deleteWebhook>,
) {
  return ctx.transaction(async (tx) => {
    const deleted = await store.deleteEndpoint(tx, { integration_id: actor.integration_id, webhook_id })
    if (!deleted) throw new Problem('not_found')
    await record(ctx, tx, actor, { action: 'webhook_deleted', subject: hostOf(deleted.url) })
    emitChanged(tx, actor)
    return null
  })
}

export function renewWebhookSecret(
  ctx: Context,
  actor: MemberActor,
  { webhook_id }: Input<typeof contract.renewWebhookSecret>,
) {
  const key = { integration_id: actor.integration_id, webhook_id }
  const secret = newSecret()
  return ctx.transaction(async (tx) => {
    const { secret_sealed, url } = await endpointOf(tx, key)
    await store.updateEndpoint(tx, key, {
      secret_sealed: sealSecret(ctx, key, secret),
      previous_sealed: secret_sealed,
      previous_until: new Date(ctx.now() + overlap_ms).toISOString(),
    })
    await record(ctx, tx, actor, { action: 'webhook_secret_renewed', subject: hostOf(url) })
    emitChanged(tx, actor)
    return { ...(await webhookOf(ctx, tx, key)), secret }
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof store.findDelivery>>>
const toDelivery = ({ subject_id: _subject, place: _place, event, state, ...row }: Row): WebhookDelivery => ({
  ...row,
  event: webhookEvents.find((known) => known === event) ?? 'test',
  state: state === 'delivered' || state === 'failed' ? state : 'waiting',
})
async function deliveryOf(db: Db, key: store.Key, id: string): Promise<Row> {
  const row = await store.findDelivery(db, key, id)
  if (!row) throw new Problem('not_found')
  return row
}

/** Sends a test event outside the queue, also to a paused address. */
export async function testWebhook(
  ctx: Context,
  actor: MemberActor,
  { webhook_id }: Input<typeof contract.testWebhook>,
) {
  const { integration_id } = actor
  const key = { integration_id, webhook_id }
  const endpoint = await endpointOf(ctx.db, key)
  await ctx.rates.take(testLimit, webhook_id, '')
  const body = bodyOf(ctx, integration_id, 'test', {})
  const id = randomUUID()
  const sent = await send(ctx, endpoint, { id, body, event: 'test' })
  return ctx.transaction(async (tx) => {
    await endpointOf(tx, key)
    const inserted = await store.insertDelivery(tx, {
      integration_id,
      endpoint_id: webhook_id,
      subject_id: id,
      event: 'test',
      body,
      created_at: sent.sent_at,
      state: 'failed',
    })
    const state = sent.problem === null ? 'delivered' : 'failed'
    await store.saveSent(tx, key, inserted.id, { ...sent, state, attempts: 1, next_try_at: null })
    emitChanged(tx, actor)
    return toDelivery(await deliveryOf(tx, key, inserted.id))
  })
}

export async function listWebhookDeliveries(
  ctx: Context,
  { integration_id }: MemberActor,
  { webhook_id, cursor, limit }: Input<typeof contract.listWebhookDeliveries>,
) {
  const key = { integration_id, webhook_id }
  await endpointOf(ctx.db, key)
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw validationError('cursor', 'cursor_invalid')
  const rows = await store.listDeliveries(ctx.db, key, cursor, limit + 1)
  const { items, next } = pageOf(rows, limit, ({ place }) => place)
  return { items: items.map(toDelivery), next }
}

export async function replayWebhookDelivery(
  ctx: Context,
  actor: MemberActor,
  { webhook_id, delivery_id }: Input<typeof contract.replayWebhookDelivery>,
) {
  const { integration_id } = actor
  const key = { integration_id, webhook_id }
  await ctx.rates.take(testLimit, webhook_id, '')
  return ctx.transaction(async (tx) => {
    const { body, event, subject_id } = await deliveryOf(tx, key, delivery_id)
    const { id } = await store.insertDelivery(tx, {
      integration_id,
      endpoint_id: webhook_id,
      subject_id,
      event,
      body,
      created_at: isoNow(ctx),
    })
    await wake(tx, key)
    emitChanged(tx, actor)
    return toDelivery(await deliveryOf(tx, key, id))
  })
}
