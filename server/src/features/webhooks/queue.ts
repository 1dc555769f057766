import { randomUUID } from 'node:crypto'
import type { Contact, Conversation, Message, WebhookEvent } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as store from './store.ts'

export { findListeners, type Listener, listenersOf, deleteAbout as deleteWebhooksAbout } from './store.ts'

/** Deliveries that wait for one address; beyond that the oldest are given up. */
const waiting_max = 10_000

/** Delivers what waits for one address. A hanging address occupies one run, and its own deliveries wait. */
export const deliverJob = defineJob(
  'webhooks.deliver_to_endpoint',
  z.object({ integration_id: z.uuid(), webhook_id: z.uuid() }),
  // A run only fails when its process or the database goes away.
  { singleton: true, concurrency: 16, retry_limit: 1_000, retry_delay_s: 1, expire_s: 900 },
)
export const wake = (tx: Tx, key: store.Key) => tx.enqueue(deliverJob, key, { singleton_key: key.webhook_id })

/** Wakes an address later. A kind of its own: a waiting `deliverJob` would keep new events waiting as well. */
export const wakeJob = defineJob(
  'webhooks.wake_endpoint',
  z.object({ integration_id: z.uuid(), webhook_id: z.uuid() }),
  { singleton: true },
)
const bucket_ms = 5_000
export const wakeAt = (ctx: Context, tx: Tx, key: store.Key, at_ms: number) =>
  tx.enqueue(wakeJob, key, {
    // Many runs can ask for about the same time.
    singleton_key: `${key.webhook_id} ${Math.floor(at_ms / bucket_ms)}`,
    start_after_s: Math.max(1, Math.ceil((at_ms - ctx.now()) / 1_000)),
  })

interface Data {
  conversation?: Conversation
  message?: Message
  contact?: Contact
}
/** The body of a delivery. */
export const bodyOf = (
  ctx: Pick<Context, 'now'>,
  integration_id: string,
  event: string,
  data: object,
): string =>
  JSON.stringify({
    id: randomUUID(),
    type: event,
    created_at: isoNow(ctx),
    workspace_id: integration_id,
    data,
  })

interface QueuedEvents {
  integration_id: string
  /** The conversation or contact; each address gets its events in order. */
  subject_id: string
  events: readonly WebhookEvent[]
  listeners: readonly store.Listener[]
  data: Data
}
/** Queues events for the addresses that want them, in the transaction that they happen in. */
export async function queueWebhooks(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { integration_id, subject_id, events, listeners, data }: QueuedEvents,
): Promise<void> {
  for (const event of events) {
    const interested = listeners.filter((listener) => listener.events.includes(event))
    if (interested.length === 0) continue
    const body = bodyOf(ctx, integration_id, event, data)
    const created_at = isoNow(ctx)
    for (const { id: webhook_id } of interested) {
      const key = { integration_id, webhook_id }
      await store.insertDelivery(tx, {
        integration_id,
        endpoint_id: webhook_id,
        subject_id,
        event,
        body,
        created_at,
      })
      await wake(tx, key)
    }
  }
}

export const trim = (tx: Tx, key: store.Key) => store.trimWaiting(tx, key, waiting_max)
