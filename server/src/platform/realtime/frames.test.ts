import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { brokenFrames, closeCodeFor } from './test/broken-frames.ts'
import { RawClient } from './test/raw-client.ts'
import { app, startStandalone } from './test/standalone.ts'

const { realtime, port, close } = await startStandalone({
  limits: { messages_per_s: 1_000_000, handshakes_per_s: 1_000_000 },
})
afterAll(close)

const neighbor = await RawClient.connect(port)
await neighbor.subscribe('c')

test.each(brokenFrames)(
  'REL-09 a frame %s closes only its sender’s connection (%i)',
  async (_title, code, bytes) => {
    expect(await closeCodeFor({ port, key: app.key }, bytes)).toBe(code)
    await neighbor.flush()
  },
)

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test.each([
  '',
  '{',
  '[]',
  'null',
  '42',
  '"text"',
  '{}',
  '{"event":5}',
  '{"event":null}',
  '{"event":"pusher:subscribe"}',
  '{"event":"pusher:subscribe","data":null}',
  '{"event":"pusher:subscribe","data":"{"}',
  '{"event":"pusher:subscribe","data":{"channel":["a"]}}',
  '{"event":"pusher:subscribe","data":{"channel":{"toString":null}}}',
  `{"event":"pusher:subscribe","data":{"channel":"${'c'.repeat(30_000)}"}}`,
  '{"event":"pusher:subscribe","data":{"channel":"presence-x","auth":1,"channel_data":"null"}}',
  '{"event":"client-x"}',
  '{"event":"client-x","channel":"__proto__","data":{"__proto__":{"polluted":true}}}',
  '{"event":"pusher:nonsense","data":{}}',
  '{"event":"pusher_internal:member_removed","channel":"c","data":"{}"}',
  '{"event":"constructor"}',
  deep(16_000),
  `{"event":"client-x","channel":"private-x","data":${deep(16_000)}}`,
])('REL-09 an invalid message gets an error, and the connection stays (%#)', async (message) => {
  const client = await RawClient.connect(port)
  await client.subscribe('private-x')
  client.send(message)
  await client.flush()
  await client.until(() => client.received.some(({ event }) => /error/.test(event)), 'error')
  expect(client.closed).toBeUndefined()
  expect('polluted' in {}).toBe(false)
  client.drop()
})

test('REL-09 messages without a response are ignored', async () => {
  const client = await RawClient.connect(port)
  for (const message of [
    '{"event":"pusher:pong"}',
    '{"event":"pusher:unsubscribe"}',
    '{"event":"pusher:unsubscribe","data":{"channel":["a"]}}',
    '{"event":"pusher:unsubscribe","data":{"channel":"never-joined"}}',
  ])
    client.send(message)
  await client.flush()
  expect(client.received.map(({ event }) => event)).toEqual(['pusher:connection_established', 'pusher:pong'])
  client.drop()
})

const anyName = fc.oneof(
  fc.constantFrom(
    'c',
    'private-x',
    'presence-x',
    'private-encrypted-x',
    'cache-x',
    '#server-to-user-ada',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.jsonValue(),
)
const anyMessage = fc.oneof(
  fc
    .record(
      {
        event: fc.oneof(
          fc.constantFrom(
            'pusher:subscribe',
            'pusher:unsubscribe',
            'pusher:signin',
            'pusher:ping',
            'client-x',
            'pusher:error',
          ),
          fc.jsonValue(),
        ),
        channel: anyName,
        data: fc.oneof(
          fc.jsonValue(),
          fc.json(),
          fc.record(
            {
              channel: anyName,
              auth: fc.oneof(fc.string(), fc.jsonValue()),
              channel_data: fc.oneof(fc.json(), fc.jsonValue()),
              user_data: fc.json(),
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: [] },
    )
    .map((message) => JSON.stringify(message)),
  fc.json(),
  fc.string({ unit: 'binary' }),
)

test('REL-09 no sequence of messages throws in the server or affects others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMessage, { maxLength: 40 }), async (messages) => {
      const client = await RawClient.connect(port)
      await client.subscribe('private-x')
      for (const message of messages) client.send(message)
      await neighbor.flush()
      await Promise.race([client.waitForClose(), client.flush()])
      expect([undefined, 4009]).toContain(client.closed)
      client.drop()
    }),
    { numRuns: 100 },
  )
  expect(realtime.stats().failures).toBe(0)
  realtime.publish('c', 'still-here', {})
  await neighbor.waitFor('still-here', 'c')
})
