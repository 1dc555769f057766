import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { RealtimeOptions } from './index.ts'
import { RawClient } from './test/raw-client.ts'
import { startStandalone } from './test/standalone.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A server, one client that stops reading, and one that continues. */
async function slowAndFast(options: Partial<RealtimeOptions> = {}) {
  const { realtime, port, close } = await startStandalone(options)
  ends.push(close)
  const [slow, fast] = [await RawClient.connect(port), await RawClient.connect(port)]
  await slow.subscribe('s')
  await fast.subscribe('s')
  slow.ws.pause()
  let sent = 0
  return {
    realtime,
    slow,
    fast,
    /** Publishes 16 KB at a time until the server reacts. */
    async publishUntil(noticed: () => boolean) {
      while (!noticed()) {
        realtime.publish('s', 'n', { n: sent++, pad: 'x'.repeat(16_000) })
        await turn()
        if (sent > 20_000) throw new Error('nothing noticed')
      }
      return sent
    },
  }
}

const numbers = (client: RawClient) =>
  // The events published above.
  client.received.filter(({ event }) => event === 'n').map(({ data }) => (data as { n: number }).n)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

test('REL-08 a client that doesn’t read is disconnected beyond 1 MiB, and others miss nothing', async () => {
  const { realtime, slow, fast, publishUntil } = await slowAndFast()
  let buffered_bytes_max = 0
  const sent = await publishUntil(() => {
    const { buffered_bytes, closed } = realtime.stats()
    buffered_bytes_max = Math.max(buffered_bytes_max, buffered_bytes)
    return closed['slow_bytes'] === 1
  })
  await fast.flush()
  expect(numbers(fast)).toEqual(upTo(sent))
  expect(buffered_bytes_max).toBeLessThan(2 * 1024 * 1024)
  expect(realtime.subscriptionCount('s')).toBe(1)
  slow.ws.resume()
  expect(await slow.waitForClose()).toBe(1006)
})

test('REL-08 a client whose oldest byte waits too long is disconnected, regardless of the amount', async () => {
  const { realtime, fast, publishUntil } = await slowAndFast({
    timings: { stalled_after_ms: 100, sweep_ms: 20 },
  })
  const sent = await publishUntil(() => realtime.stats().buffered_bytes > 0)
  await fast.until(() => realtime.stats().closed['slow_age'] === 1, 'cut')
  await fast.flush()
  expect(numbers(fast)).toEqual(upTo(sent))
})

test('REL-08 a slow client gets no ephemeral events, and all others when it reads again', async () => {
  const { realtime, slow, fast, publishUntil } = await slowAndFast()
  const sent = await publishUntil(() => realtime.stats().buffered_bytes > 64 * 1024)
  for (let n = 0; n < 5; n++) realtime.publish('s', 'typing', {}, { ephemeral: true })
  expect(realtime.stats().dropped).toBe(5)
  slow.ws.resume()
  await slow.until(() => numbers(slow).length === sent, 'everything')
  await Promise.all([slow.flush(), fast.flush()])
  expect(numbers(slow)).toEqual(upTo(sent))
  expect(slow.names('s')).not.toContain('typing')
  expect(fast.names('s').filter((event) => event === 'typing')).toHaveLength(5)
  realtime.publish('s', 'typing', {}, { ephemeral: true })
  await slow.waitFor('typing', 's')
})

test('events published in one tick are sent in one write per connection', async () => {
  const { realtime, slow, fast } = await slowAndFast()
  slow.ws.resume()
  await slow.flush()
  const { written, delivered } = realtime.stats()
  for (let n = 0; n < 50; n++) realtime.publish('s', 'n', { n })
  await turn()
  expect(realtime.stats()).toMatchObject({ written: written + 2, delivered: delivered + 100 })
  await fast.until(() => numbers(fast).length === 50, 'everything')
})
