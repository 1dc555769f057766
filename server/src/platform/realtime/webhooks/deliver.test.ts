import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createEgress } from '#platform/egress/index.ts'
import { startReceiver } from '../test/receiver.ts'
import { app } from '../test/standalone.ts'
import { createDelivery, type DeliveryTimings } from './deliver.ts'
import type { WebhookBatch } from './events.ts'

const log = pino({ level: 'silent' })
const quick: DeliveryTimings = { timeout_ms: 1_000, pause_ms: 1, pause_max_ms: 4, tries_for_ms: 30_000 }
const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})
const batch = (age_ms = 0): WebhookBatch => ({
  time_ms: Date.now() - age_ms,
  events: [{ name: 'channel_occupied', channel: 'room' }],
})

async function scene({ is_allowed = true, timings = quick } = {}) {
  const receiver = await startReceiver()
  const egress = createEgress({ allow: is_allowed ? [receiver.host] : [], log, user_agent: 'test' })
  ended.push(() => egress.close(), receiver.close)
  const counts = { delivered: 0, failed: 0, given_up: 0, lost: 0 }
  return { receiver, counts, deliver: createDelivery({ app, egress, log, now: Date.now, counts, timings }) }
}

test('a refusal is answered by the same request again, until it is taken', async () => {
  const { receiver, counts, deliver } = await scene()
  receiver.answer = (response) => response.writeHead(receiver.received.length < 3 ? 503 : 204).end()
  const sent = batch()
  await deliver(receiver.url, sent)
  expect(receiver.received.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(sent)))
  expect(receiver.validities()).toEqual([true, true, true])
  expect(counts).toEqual({ delivered: 1, failed: 2, given_up: 0, lost: 0 })
})

test('a batch is given up in the end; what waited behind it as long is tried no more, what is new is', async () => {
  const timings = { ...quick, tries_for_ms: 500 }
  const { receiver, counts, deliver } = await scene({ timings })
  receiver.answer = (response) => response.writeHead(404).end()
  await deliver(receiver.url, batch())
  const tries = receiver.received.length
  expect(tries).toBeGreaterThan(1)
  await deliver(receiver.url, batch(timings.tries_for_ms))
  expect(receiver.received.length).toBe(tries)
  expect(counts).toEqual({ delivered: 0, failed: tries, given_up: 2, lost: 0 })
  receiver.answer = (response) => response.end()
  await deliver(receiver.url, batch())
  expect(counts.delivered).toBe(1)
})

test('after a long pause of our own, what is old is still tried once', async () => {
  const { receiver, counts, deliver } = await scene()
  await deliver(receiver.url, batch(60_000))
  expect(counts).toEqual({ delivered: 1, failed: 0, given_up: 0, lost: 0 })
})

test('a redirect is a refusal: nobody is sent elsewhere', async () => {
  const { receiver, counts, deliver } = await scene()
  const elsewhere = await startReceiver()
  ended.push(elsewhere.close)
  receiver.answer = (response) => response.writeHead(307, { location: elsewhere.url }).end()
  await deliver(receiver.url, batch(quick.tries_for_ms))
  expect(elsewhere.received).toEqual([])
  expect(counts).toEqual({ delivered: 0, failed: 1, given_up: 1, lost: 0 })
})

test('an answer without an end is read to 64 KiB, one that does not come is not waited for', async () => {
  const { receiver, counts, deliver } = await scene()
  receiver.answer = (response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) {
        // writes until the reader is full
      }
    }
    response.on('drain', more)
    more()
  }
  await deliver(receiver.url, batch())
  expect(counts.delivered).toBe(1)
  receiver.answer = () => {}
  await deliver(receiver.url, batch(quick.tries_for_ms))
  expect(counts).toEqual({ delivered: 1, failed: 1, given_up: 1, lost: 0 })
})

test('SEC-36 an inner address stays shut to webhooks as well', async () => {
  const { receiver, counts, deliver } = await scene({ is_allowed: false })
  await deliver(receiver.url, batch(quick.tries_for_ms))
  expect(receiver.received).toEqual([])
  expect(counts.given_up).toBe(1)
})

test('a process that stops leaves its batch to be taken up again', async () => {
  const { receiver, counts, deliver } = await scene({
    timings: { ...quick, pause_ms: 60_000, tries_for_ms: 1e9 },
  })
  receiver.answer = (response) => response.writeHead(500).end()
  const stopping = new AbortController()
  const delivering = deliver(receiver.url, batch(), stopping.signal)
  await expect.poll(() => counts.failed).toBe(1)
  stopping.abort()
  await expect(delivering).rejects.toThrow()
  expect(counts).toEqual({ delivered: 0, failed: 1, given_up: 0, lost: 0 })
})
