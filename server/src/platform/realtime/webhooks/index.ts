import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import type { Realtime } from '../index.ts'
import { collectWebhooks } from './collect.ts'
import { createDelivery, deliveryTimings, type WebhookCounts } from './deliver.ts'
import { WebhookBatch } from './events.ts'

const Delivery = z.extend(WebhookBatch, { url: z.string() })

/** Batches that wait for the database in memory while it is away. */
const unstored_max = 2_000
const store_again_after_ms = 1_000

/** One line for each address, so that one which fails delays no other; the number is its place in the setting. */
const postTo = (_url: string, index: number) =>
  defineJob(`realtime.post_webhook_${index + 1}`, Delivery, {
    in_turn: true,
    // A run tries again by itself; only one whose process ended is run again.
    retry_limit: 20,
    retry_delay_s: 0,
    expire_s: (deliveryTimings.tries_for_ms + deliveryTimings.timeout_ms) / 1_000 + 30,
  })

/**
 * Signed webhooks of the installation's own Pusher application, kept as jobs until they are delivered or five
 * minutes old. What a crash catches between the event and its row, some 50 ms, is not told.
 *
 * @returns undefined where no address is set; then nothing is listened to.
 */
export function openWebhooks(ctx: Context, jobs: Jobs, realtime: Realtime) {
  const { webhooks } = ctx.config.realtime
  if (!webhooks) return undefined
  const { log, now, egress } = ctx
  const counts: WebhookCounts = { delivered: 0, failed: 0, given_up: 0, lost: 0 }
  const { realtime: app } = ctx.secrets
  const deliver = createDelivery({ app, egress, log, now, counts, timings: deliveryTimings })
  const lines = webhooks.urls.map((url, index) => ({ url, job: postTo(url, index) }))
  const known = new Set(webhooks.urls)
  for (const { job } of lines)
    jobs.register(job, async ({ url, ...batch }, { signal }) => {
      // An address that was taken out of the setting is told no more.
      if (known.has(url)) await deliver(url, batch, signal)
    })

  const unstored: WebhookBatch[] = []
  let storing: Promise<void> | undefined
  let is_stopping = false

  async function storeAll() {
    while (unstored.length > 0) {
      const batches = unstored.slice(0, 50)
      try {
        await ctx.transaction(async (tx) => {
          for (const batch of batches)
            for (const { url, job } of lines) await tx.enqueue(job, { ...batch, url })
        })
        unstored.splice(0, batches.length)
      } catch (error) {
        log.warn({ err: error, waiting: unstored.length }, 'webhooks could not be stored')
        if (is_stopping) break
        await sleep(store_again_after_ms)
      }
    }
    storing = undefined
  }
  const collected = collectWebhooks({
    watch: (listener) => realtime.watch(listener),
    names: webhooks.events,
    now,
    take(batch) {
      if (unstored.length >= unstored_max) return void (counts.lost += lines.length)
      unstored.push(batch)
      storing ??= storeAll()
    },
  })
  return {
    counts: counts as Readonly<WebhookCounts>,
    /** Stores what was heard so far; before the database closes. */
    async stop() {
      is_stopping = true
      collected.stop()
      await storing
    },
  }
}
export type Webhooks = NonNullable<ReturnType<typeof openWebhooks>>
