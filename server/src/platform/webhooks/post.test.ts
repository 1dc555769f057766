import { createHmac } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { createEgress } from '#platform/egress/index.ts'
import { startReceiver } from '#platform/realtime/test/receiver.ts'
import { pauseAfter_ms } from './queues.ts'
import { postWebhook, type WebhookRequest } from './post.ts'

const ended: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})
const secrets = ['the new secret of this receiver', 'the one before it, still known']
const body = JSON.stringify({ time_ms: 1, events: [{ name: 'channel_occupied', channel: 'room' }] })
const sent_ms = Date.UTC(2026, 10, 22, 6)

async function scene({ is_allowed = true } = {}) {
  const receiver = await startReceiver()
  const log = pino({ level: 'silent' })
  const egress = createEgress({ allow: is_allowed ? [receiver.host] : [], log, user_agent: 'test' })
  ended.push(() => egress.close(), receiver.close)
  const post = (more: Partial<WebhookRequest> = {}) =>
    postWebhook({ egress, now: () => sent_ms }, { url: receiver.url, body, secrets, ...more })
  return { receiver, post }
}

test('SEC-54 a webhook is signed over its time and body, once for each valid secret, and contains none', async () => {
  const { receiver, post } = await scene()
  receiver.answer = (response) => response.writeHead(200, { 'set-cookie': 'seen=1' }).end()
  expect([await post(), await post()]).toEqual([undefined, undefined])
  for (const { headers, body: receivedBody } of receiver.received) {
    const [t, ...signatures] = String(headers['ozvi-signature']).split(',')
    expect([t, receivedBody]).toEqual([`t=${sent_ms / 1000}`, body])
    // As a receiver verifies it, with either secret.
    const sign = (secret: string) =>
      `v1=${createHmac('sha256', secret)
        .update(`${t?.slice(2)}.${receivedBody}`)
        .digest('hex')}`
    expect(signatures).toEqual(secrets.map(sign))
    expect(JSON.stringify([headers, receivedBody])).not.toMatch(/secret|the one before/)
    expect(headers.cookie).toBeUndefined()
  }
})

test('SEC-54 a redirect counts as a failure: requests aren’t sent elsewhere', async () => {
  const { receiver, post } = await scene()
  const otherReceiver = await startReceiver()
  ended.push(otherReceiver.close)
  receiver.answer = (response) => response.writeHead(307, { location: otherReceiver.url }).end()
  expect(await post()).toBe('307')
  expect(otherReceiver.received).toEqual([])
})

test('REL-19 an endless response is read to 64 KiB, and a missing one isn’t waited for', async () => {
  const { receiver, post } = await scene()
  let written = 0
  receiver.answer = (response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384))) written++
    }
    response.on('drain', more)
    more()
  }
  expect(await post()).toBeUndefined()
  expect(written).toBeLessThan(1_000)
  receiver.answer = () => {}
  expect(await post({ timeout_ms: 300 })).toBe('timeout')
})

test('SEC-36 internal addresses are blocked for webhooks too', async () => {
  const { receiver, post } = await scene({ is_allowed: false })
  expect(await post()).toBeDefined()
  expect(receiver.received).toEqual([])
})

test('REL-19 delays double up to an hour, with jitter', () => {
  const longest = (failures: number) => pauseAfter_ms(failures, () => 1)
  expect([1, 2, 3, 12, 13, 500].map(longest)).toEqual([1_000, 2_000, 4_000, 2_048_000, 3_600_000, 3_600_000])
  expect(pauseAfter_ms(3, () => 0)).toBe(2_000)
})
