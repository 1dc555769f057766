import { createHash } from 'node:crypto'
import { day_ms, hour_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context, Tx } from '../context/context.ts'
import { defineJob, type Jobs } from '../jobs/index.ts'
import { postWebhook } from './post.ts'
import * as store from './store.ts'

/** Failing deliveries are retried for this long; then their queue is paused. */
const tries_for_ms = day_ms
/** Backoff: doubles from the first to the longest delay, with up to 50% jitter. */
const pause_ms = { first: 1_000, longest: hour_ms }
/** Deliveries stored in a failing queue; beyond that the oldest are dropped. */
const waiting_max = 10_000
/** Deliveries per job run. */
const run_max = 50
const queues_at_once = 10

/** Counters since the start. */
interface WebhookCounts {
  /** Accepted deliveries. */
  delivered: number
  /** Failed requests; they are retried. */
  failed: number
  /** Deliveries dropped because a failing queue was full. */
  given_up: number
  /** Deliveries that couldn't be stored because the database was unavailable for too long. */
  lost: number
}

/** Options of one kind of webhook. */
export interface WebhookKind {
  /** Prefix of its queues and name of its job. */
  name: string
  urls: readonly string[]
  /** The secrets valid now. */
  secrets: () => readonly string[]
  /** Headers in addition to those of every webhook. */
  headers?: (body: string) => Readonly<Record<string, string>>
  /** Called once when a queue is paused. */
  onPaused: (paused: { url: string; problem: string; failing_since: string }) => void
}
export interface WebhookState {
  url: string
  state: 'delivering' | 'failing' | 'paused'
  /** Waiting deliveries. */
  waiting: number
  failures: number
  failing_since: string | null
  problem: string | null
  paused_at: string | null
}

const iso = (ms: number) => new Date(ms).toISOString()

const queueOf = (kind: string, url: string) =>
  `${kind}:${createHash('sha256').update(url).digest('hex').slice(0, 24)}`

function stateOf({
  paused_at,
  failing_since,
}: Pick<WebhookState, 'paused_at' | 'failing_since'>): WebhookState['state'] {
  if (paused_at) return 'paused'
  return failing_since ? 'failing' : 'delivering'
}

/** Delay after that many consecutive failures. */
export const pauseAfter_ms = (failures: number, random = Math.random): number =>
  Math.min(pause_ms.longest, pause_ms.first * 2 ** Math.min(30, failures - 1)) * (0.5 + random() / 2)

/**
 * Durable webhook queues, one per address and in order, so a failing address blocks only itself. Failures are
 * retried with exponential backoff. When the oldest delivery has waited for a day, the queue is paused until
 * it is resumed manually.
 */
export function createWebhookQueues(ctx: Context, jobs: Jobs, kind: WebhookKind) {
  const { log, now } = ctx
  const counts: WebhookCounts = { delivered: 0, failed: 0, given_up: 0, lost: 0 }
  const urls = new Map(kind.urls.map((url) => [queueOf(kind.name, url), url]))
  const deliver = defineJob(
    `webhooks.deliver_${kind.name}`,
    z.object({ line: z.string(), epoch: z.number() }),
    // A run fails only if the process stops or the database is unreachable.
    { singleton: true, concurrency: queues_at_once, retry_limit: 1_000, retry_delay_s: 1, expire_s: 900 },
  )
  const wake = (tx: Tx, queue: string, epoch: number, start_after_s = 0) =>
    tx.enqueue(deliver, { line: queue, epoch }, { singleton_key: `${queue}#${epoch}`, start_after_s })
  const wakeAt = (tx: Tx, queue: string, epoch: number, at_ms: number) =>
    wake(tx, queue, epoch, Math.max(1, Math.ceil((at_ms - now()) / 1_000)))

  jobs.register(deliver, async ({ line: queue, epoch }, { signal }) => {
    const url = urls.get(queue)
    if (url === undefined) return // an address removed from the settings gets no more webhooks
    for (let n = 0; n < run_max; n++) {
      const next = await store.nextDelivery(ctx.db, queue, epoch)
      if (!next) return
      const due_ms = next.next_try_at === null ? 0 : Date.parse(next.next_try_at)
      if (due_ms > now()) {
        await ctx.transaction((tx) => wakeAt(tx, queue, epoch, due_ms))
        return
      }
      const request = { url, body: next.body, headers: kind.headers?.(next.body) ?? {} }
      const problem = await postWebhook(ctx, { ...request, secrets: kind.secrets(), signal })
      if (problem === undefined) {
        counts.delivered++
        await ctx.transaction((tx) => store.delivered(tx, queue, next.id))
        continue
      }
      signal.throwIfAborted()
      counts.failed++
      const failing_since = next.failing_since ?? iso(now())
      const isPaused = now() - Date.parse(next.created_at) >= tries_for_ms
      const next_try_ms = now() + pauseAfter_ms(next.failures + 1)
      await ctx.transaction(async (tx) => {
        const paused_at = isPaused ? iso(now()) : null
        await store.failed(tx, queue, { problem, failing_since, next_try_at: iso(next_try_ms), paused_at })
        if (!isPaused) await wakeAt(tx, queue, epoch, next_try_ms)
      })
      if (isPaused) kind.onPaused({ url, problem, failing_since })
      return
    }
    await ctx.transaction((tx) => wake(tx, queue, epoch))
  })

  return {
    counts,
    /** Creates and deletes queues to match the settings; call it before adding anything. */
    open: () =>
      ctx.transaction(async (tx) => {
        await store.keepQueues(tx, kind.name, [...urls.keys()])
        for (const queue of urls.keys()) await store.openQueue(tx, queue)
      }),
    /** Adds a delivery to every queue, in the transaction. */
    async add(tx: Tx, body: string): Promise<void> {
      for (const queue of urls.keys()) {
        const { epoch, failing_since } = await store.addDelivery(tx, queue, body, iso(now()))
        if (failing_since) counts.given_up += await store.trim(tx, queue, waiting_max)
        await wake(tx, queue, epoch)
      }
    },
    async list(): Promise<WebhookState[]> {
      const states = await store.listQueues(ctx.db, kind.name)
      return states.flatMap(({ name: queue, epoch: _, ...state }) => {
        const url = urls.get(queue)
        return url === undefined ? [] : [{ url, state: stateOf(state), ...state }]
      })
    },
    /**
     * Resumes an address immediately, from its oldest delivery.
     *
     * @returns whether the address exists
     */
    async replay(url: string): Promise<boolean> {
      const queue = queueOf(kind.name, url)
      if (!urls.has(queue)) return false
      await ctx.transaction(async (tx) => {
        const epoch = await store.resume(tx, queue)
        if (epoch !== undefined) await wake(tx, queue, epoch)
      })
      log.info({ host: URL.parse(url)?.host }, 'webhooks: queue resumed')
      return true
    },
  }
}
