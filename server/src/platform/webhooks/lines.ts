import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Context, Tx } from '../context/context.ts'
import { defineJob, type Jobs } from '../jobs/index.ts'
import { postWebhook } from './post.ts'
import * as store from './store.ts'

/** A delivery that was not taken is tried again for so long; then its line is paused. */
const tries_for_ms = 24 * 60 * 60_000
/** Pauses double from the first to the longest, each shortened by up to half, by chance. */
const pause_ms = { first: 1_000, longest: 60 * 60_000 }
/** Deliveries kept in a line that fails; the oldest are dropped for the newest. */
const waiting_max = 10_000
/** One run of the job brings so many; the next run the others. */
const run_max = 50
const lines_at_once = 10

/** What became of requests, since the start. */
interface WebhookCounts {
  /** Deliveries that a receiver took. */
  delivered: number
  /** Requests that failed; they are made again. */
  failed: number
  /** Deliveries dropped, since too many waited behind an address that fails. */
  given_up: number
  /** Deliveries that could not be stored, since the database was away for too long. */
  lost: number
}

/** How the deliveries of one kind are made. */
export interface WebhookKind {
  /** Stands in front of each of its lines, and in the name of its job. */
  name: string
  urls: readonly string[]
  /** The secrets that hold now. */
  secrets: () => readonly string[]
  /** Beside those of every webhook. */
  headers?: (body: string) => Readonly<Record<string, string>>
  /** Hears, once, that a line was paused. */
  onPaused: (paused: { url: string; problem: string; failing_since: string }) => void
}
export interface WebhookState {
  url: string
  state: 'delivering' | 'failing' | 'paused'
  /** Deliveries that wait. */
  waiting: number
  failures: number
  failing_since: string | null
  problem: string | null
  paused_at: string | null
}

const lineOf = (kind: string, url: string) =>
  `${kind}:${createHash('sha256').update(url).digest('hex').slice(0, 24)}`

/** How long to wait after that many failures in a row. */
export const pauseAfter_ms = (failures: number, random = Math.random): number =>
  Math.min(pause_ms.longest, pause_ms.first * 2 ** Math.min(30, failures - 1)) * (0.5 + random() / 2)

/**
 * Deliveries that wait in the database until their receiver has taken them: one line for each address, in order, so
 * that one which fails holds up only itself. It is tried again with growing pauses; when its oldest delivery has
 * waited for a day the line is paused, and goes on when somebody says so.
 */
export function openWebhookLines(ctx: Context, jobs: Jobs, kind: WebhookKind) {
  const { log, now } = ctx
  const counts: WebhookCounts = { delivered: 0, failed: 0, given_up: 0, lost: 0 }
  const lines = new Map(kind.urls.map((url) => [lineOf(kind.name, url), url]))
  const iso = (ms: number) => new Date(ms).toISOString()
  const deliver = defineJob(
    `webhooks.deliver_${kind.name}`,
    z.object({ line: z.string(), epoch: z.number() }),
    // A run that fails is one whose process or database went away.
    { singleton: true, concurrency: lines_at_once, retry_limit: 1_000, retry_delay_s: 1, expire_s: 900 },
  )
  const wake = (tx: Tx, line: string, epoch: number, start_after_s = 0) =>
    tx.enqueue(deliver, { line, epoch }, { singleton_key: `${line}#${epoch}`, start_after_s })
  const later = (tx: Tx, line: string, epoch: number, at_ms: number) =>
    wake(tx, line, epoch, Math.max(1, Math.ceil((at_ms - now()) / 1_000)))

  jobs.register(deliver, async ({ line, epoch }, { signal }) => {
    const url = lines.get(line)
    if (url === undefined) return // an address that was taken out of the setting is told no more
    for (let n = 0; n < run_max; n++) {
      const next = await store.nextDelivery(ctx.db, line, epoch)
      if (!next) return
      const due_ms = next.next_try_at === null ? 0 : Date.parse(next.next_try_at)
      if (due_ms > now()) return ctx.transaction((tx) => later(tx, line, epoch, due_ms)).then(() => undefined)
      const { body } = next
      const headers = kind.headers?.(body) ?? {}
      const problem = await postWebhook(ctx, { url, body, headers, secrets: kind.secrets(), signal })
      if (problem === undefined) {
        counts.delivered++
        await ctx.transaction((tx) => store.delivered(tx, line, next.id))
        continue
      }
      signal.throwIfAborted()
      counts.failed++
      const failing_since = next.failing_since ?? iso(now())
      const isOver = now() - Date.parse(next.created_at) >= tries_for_ms
      const next_try_ms = now() + pauseAfter_ms(next.failures + 1)
      await ctx.transaction(async (tx) => {
        const paused_at = isOver ? iso(now()) : null
        await store.failed(tx, line, { problem, failing_since, next_try_at: iso(next_try_ms), paused_at })
        if (!isOver) await later(tx, line, epoch, next_try_ms)
      })
      if (isOver) kind.onPaused({ url, problem, failing_since })
      return
    }
    await ctx.transaction((tx) => wake(tx, line, epoch))
  })

  return {
    counts,
    /** Makes the lines as the setting has them; before anything is added. */
    open: () =>
      ctx.transaction(async (tx) => {
        await store.keepLines(tx, kind.name, [...lines.keys()])
        for (const line of lines.keys()) await store.openLine(tx, line)
      }),
    /** Puts a delivery in every line, as part of a transaction. */
    async add(tx: Tx, body: string): Promise<void> {
      for (const line of lines.keys()) {
        const { epoch, failing_since } = await store.addDelivery(tx, line, body, iso(now()))
        if (failing_since) counts.given_up += await store.trim(tx, line, waiting_max)
        await wake(tx, line, epoch)
      }
    },
    async list(): Promise<WebhookState[]> {
      const states = await store.listLines(ctx.db, kind.name)
      return states.flatMap(({ line, epoch: _, ...state }) => {
        const url = lines.get(line)
        if (url === undefined) return []
        const { paused_at, failing_since } = state
        return [
          { url, state: paused_at ? 'paused' : failing_since ? 'failing' : 'delivering', ...state } as const,
        ]
      })
    },
    /**
     * Lets an address go on at once, from its oldest delivery.
     *
     * @returns whether there is such an address
     */
    async replay(url: string): Promise<boolean> {
      const line = lineOf(kind.name, url)
      if (!lines.has(line)) return false
      await ctx.transaction(async (tx) => {
        const epoch = await store.goOn(tx, line)
        if (epoch !== undefined) await wake(tx, line, epoch)
      })
      log.info({ host: URL.parse(url)?.host }, 'A line of webhooks goes on')
      return true
    },
  }
}
