import { webhooksChanged, day_ms } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { pauseAfter_ms, sendWebhook } from '#platform/webhooks/index.ts'
import { mailPaused } from './mails.ts'
import { trim, wake, wakeAt } from './queue.ts'
import { secretsOf } from './secrets.ts'
import * as store from './store.ts'

/** A delivery is retried for this long; an address that fails for this long is paused. */
const tries_for_ms = day_ms
/** Requests to one address at the same time, each about another conversation or contact. */
const parallel = 5
/** A run starts no further round after this long, so that a slow or busy address doesn't keep a worker from others. */
const run_ms = 1_000
/** Characters of a response that the log keeps. */
const answerCharsMax = 1_000

type Due = Awaited<ReturnType<typeof store.listDue>>[number]
const iso = (ms: number) => new Date(ms).toISOString()

/** Sends one delivery. @returns what the log keeps of it; the caller decides about a retry */
export async function send(
  ctx: Context,
  endpoint: store.Endpoint,
  delivery: Pick<Due, 'id' | 'body' | 'event'>,
  signal?: AbortSignal,
) {
  const started = performance.now()
  const sent_at = isoNow(ctx)
  const { status, problem, answer } = await sendWebhook(ctx, {
    url: endpoint.url,
    body: delivery.body,
    headers: { 'ozvi-event': delivery.event, 'ozvi-delivery': delivery.id },
    secrets: secretsOf(ctx, endpoint),
    ...(signal ? { signal } : {}),
  })
  return {
    status: status ?? null,
    problem: problem ?? null,
    // PostgreSQL text can't hold NUL.
    answer: answer ? answer.replaceAll('\0', '').toWellFormed().slice(0, answerCharsMax) : null,
    took_ms: Math.round(performance.now() - started),
    sent_at,
  }
}

/** One round: the oldest delivery of a few subjects, at the same time. @returns how many succeeded and failed */
async function deliverRound(
  ctx: Context,
  endpoint: store.Endpoint,
  due: readonly Due[],
  signal: AbortSignal,
) {
  const key = { integration_id: endpoint.integration_id, webhook_id: endpoint.id }
  const results = await Promise.all(
    due.map(async (delivery) => ({ delivery, sent: await send(ctx, endpoint, delivery, signal) })),
  )
  signal.throwIfAborted()
  const failed = results.filter(({ sent }) => sent.problem !== null)
  const hasWorked = failed.length < results.length
  const failing_since = hasWorked ? null : (endpoint.failing_since ?? isoNow(ctx))
  const failures = hasWorked ? 0 : endpoint.failures + 1
  const isPaused = failing_since !== null && ctx.now() - Date.parse(failing_since) >= tries_for_ms
  const wait_ms = pauseAfter_ms(Math.max(1, failures))
  await ctx.transaction(async (tx) => {
    for (const { delivery, sent } of results) {
      const attempts = delivery.attempts + 1
      // A delivery that fails while others succeed is abandoned after a day, so that later ones for its
      // conversation are sent.
      const isAbandoned = hasWorked && ctx.now() - Date.parse(delivery.created_at) >= tries_for_ms
      const retryState = isAbandoned ? 'failed' : 'waiting'
      const state = sent.problem === null ? 'delivered' : retryState
      const next_try_at = state === 'waiting' ? iso(ctx.now() + pauseAfter_ms(attempts)) : null
      await store.saveSent(tx, key, delivery.id, { ...sent, state, attempts, next_try_at })
    }
    const wasFailing = endpoint.failing_since !== null
    if (hasWorked && wasFailing) await store.updateEndpoint(tx, key, store.withoutFailures)
    if (!hasWorked) {
      const problem = failed[0]?.sent.problem ?? null
      const next_try_at = iso(ctx.now() + wait_ms)
      const paused_at = isPaused ? isoNow(ctx) : null
      await store.updateEndpoint(tx, key, { failures, failing_since, problem, next_try_at, paused_at })
      await trim(tx, key)
      if (isPaused) await mailPaused(ctx, tx, endpoint, problem ?? '')
      else await wakeAt(ctx, tx, key, ctx.now() + wait_ms)
    }
    tx.emit(webhooksChanged, { integration_id: endpoint.integration_id })
  })
  return { hasWorked }
}

/**
 * Sends due deliveries to one address until there are none, the address doesn't respond, or the run takes too long. Then
 * the job is queued again.
 */
export async function deliver(ctx: Context, key: store.Key, signal: AbortSignal): Promise<void> {
  const started = performance.now()
  while (performance.now() - started < run_ms) {
    const endpoint = await store.findEndpoint(ctx.db, key)
    if (!endpoint?.is_on || endpoint.paused_at) return
    const next_ms = endpoint.next_try_at ? Date.parse(endpoint.next_try_at) : 0
    if (next_ms > ctx.now()) return ctx.transaction((tx) => wakeAt(ctx, tx, key, next_ms))
    const due = await store.listDue(ctx.db, key, isoNow(ctx), parallel)
    if (due.length === 0) {
      const at = await store.nextDue(ctx.db, key)
      if (at !== undefined && at !== null) await ctx.transaction((tx) => wakeAt(ctx, tx, key, Date.parse(at)))
      return
    }
    const { hasWorked } = await deliverRound(ctx, endpoint, due, signal)
    if (!hasWorked) return
  }
  await ctx.transaction((tx) => wake(tx, key))
}
