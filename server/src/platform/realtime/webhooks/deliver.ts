import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Egress } from '#platform/egress/index.ts'
import type { App, Log } from '../options.ts'
import type { WebhookBatch } from './events.ts'

export interface DeliveryTimings {
  /** One request, from its start to the end of the answer. */
  timeout_ms: number
  /** Pause after the first failure; doubles with each further one. */
  pause_ms: number
  pause_max_ms: number
  /** How long after it happened a batch is still tried again. */
  tries_for_ms: number
}
export const deliveryTimings: DeliveryTimings = {
  timeout_ms: 10_000,
  pause_ms: 1_000,
  pause_max_ms: 30_000,
  tries_for_ms: 5 * 60_000,
}
const answer_bytes_max = 64 * 1024

/** What became of requests, since the start. */
export interface WebhookCounts {
  /** Batches a receiver took. */
  delivered: number
  /** Requests that failed; most are made again. */
  failed: number
  /** Batches given up after five minutes. */
  given_up: number
  /** Batches that could not be stored, since the database was away for too long. */
  lost: number
}

interface Surroundings {
  app: App
  egress: Pick<Egress, 'fetch'>
  log: Log
  now(): number
  counts: WebhookCounts
  timings: DeliveryTimings
}

/**
 * Brings batches to addresses, one at a time for each address, so that their order holds.
 *
 * A batch is tried again until `tries_for_ms` after it happened. One that comes to its turn later than that is
 * tried once, unless its address has been failing all the while: then it would only hold up the next.
 */
export function createDelivery({ app, egress, log, now, counts, timings }: Surroundings) {
  const failing = new Set<string>()

  /** @returns why it failed, or undefined. */
  async function post(url: string, body: string, signal: AbortSignal | undefined) {
    const answer = await egress.fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-pusher-key': app.key,
        'x-pusher-signature': createHmac('sha256', app.secret).update(body).digest('hex'),
      },
      body,
      redirect: 'manual',
      max_bytes: answer_bytes_max,
      at_cap: 'truncate',
      timeout_ms: timings.timeout_ms,
      first_byte_timeout_ms: timings.timeout_ms,
      ...(signal ? { signal } : {}),
    })
    if (!answer.ok) return answer.reason
    return answer.status >= 200 && answer.status < 300 ? undefined : String(answer.status)
  }

  /** @throws when `signal` aborts, so that whoever keeps the batch tries it again. */
  return async function deliver(url: string, batch: WebhookBatch, signal?: AbortSignal): Promise<void> {
    const until_ms = batch.time_ms + timings.tries_for_ms
    const giveUp = (reason: string) => {
      counts.given_up++
      log.warn({ host: URL.parse(url)?.host, events: batch.events.length, reason }, 'A webhook was given up')
    }
    if (failing.has(url) && now() >= until_ms) return giveUp('its turn came too late')
    const body = JSON.stringify(batch)
    for (let pause_ms = timings.pause_ms; ; pause_ms = Math.min(pause_ms * 2, timings.pause_max_ms)) {
      const reason = await post(url, body, signal)
      if (reason === undefined) {
        failing.delete(url)
        counts.delivered++
        return
      }
      signal?.throwIfAborted()
      failing.add(url)
      counts.failed++
      const jittered_ms = pause_ms * (0.5 + Math.random() / 2)
      if (now() + jittered_ms >= until_ms) return giveUp(reason)
      await sleep(jittered_ms, undefined, { signal })
    }
  }
}
