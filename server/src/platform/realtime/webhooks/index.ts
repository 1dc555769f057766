import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#platform/context/context.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import { createWebhookQueues, openWebhookSecrets } from '#platform/webhooks/index.ts'
import type { Realtime } from '../index.ts'
import { collectWebhooks } from './collect.ts'
import type { WebhookBatch } from './events.ts'
import { pusherHeaders } from './pusher-headers.ts'

/** Batches kept in memory while the database is unavailable. */
const unstored_max = 2_000
const retry_after_ms = 1_000

/**
 * Webhooks of the installation's own Pusher application, signed as Pusher does and with our own header. A
 * crash loses events of the last 50 ms that aren't stored yet.
 *
 * @returns undefined if no address is configured
 */
export async function openWebhooks(ctx: Context, jobs: Jobs, realtime: Realtime) {
  const { webhooks } = ctx.config.realtime
  if (!webhooks) return undefined
  const { log, now } = ctx
  const { realtime: app } = ctx.secrets
  const secrets = await openWebhookSecrets(ctx, 'realtime', webhooks.secret ?? app.secret)
  const queues = createWebhookQueues(ctx, jobs, {
    name: 'realtime',
    urls: webhooks.urls,
    secrets,
    headers: (body) => pusherHeaders(app, body),
    onPaused: ({ url, problem, failing_since }) =>
      log.error(
        { host: URL.parse(url)?.host, problem, failing_since },
        'An address of REALTIME_WEBHOOK_URLS has rejected all deliveries for a day; its queue is paused until it is replayed',
      ),
  })
  await queues.open()

  const unstored: WebhookBatch[] = []
  let storing: Promise<void> | undefined
  let is_stopping = false

  async function storeAll() {
    while (unstored.length > 0) {
      const batches = unstored.slice(0, 50)
      try {
        await ctx.transaction(async (tx) => {
          for (const batch of batches) await queues.add(tx, JSON.stringify(batch))
        })
        unstored.splice(0, batches.length)
      } catch (error) {
        log.warn({ err: error, waiting: unstored.length }, 'webhooks: failed to store deliveries')
        if (is_stopping) break
        await sleep(retry_after_ms)
      }
    }
    storing = undefined
  }
  const collector = collectWebhooks({
    watch: (listener) => realtime.watch(listener),
    names: webhooks.events,
    now,
    take(batch) {
      if (unstored.length >= unstored_max) return void (queues.counts.lost += webhooks.urls.length)
      unstored.push(batch)
      storing ??= storeAll()
    },
  })
  return {
    counts: queues.counts,
    list: queues.list,
    replay: queues.replay,
    /** Stores what was collected; call it before the database closes. */
    async stop() {
      is_stopping = true
      collector.stop()
      await storing
    },
  }
}
export type Webhooks = NonNullable<Awaited<ReturnType<typeof openWebhooks>>>
