import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { RawClient } from './test/raw-client.ts'
import { app, startStandalone } from './test/standalone.ts'

const { realtime, port, close } = await startStandalone({
  limits: { messages_per_s: 1_000_000, handshakes_per_s: 1_000_000 },
})
afterAll(close)

const neighbour = await RawClient.connect(port)
await neighbour.joins('c')

/** One masked frame; `head` is its first byte. */
function frame(head: number, payload: Buffer, { mask = true, length = payload.length } = {}) {
  const header =
    length < 126 ? Buffer.from([head, length]) : Buffer.from([head, 127, 0, 0, 0, 0, ...bytesOf(length)])
  if (!mask) return Buffer.concat([header, payload])
  header[1] = (header[1] ?? 0) | 0x80
  return Buffer.concat([header, Buffer.alloc(4), payload])
}
const bytesOf = (length: number) => [24, 16, 8, 0].map((shift) => (length >>> shift) & 255)

/** Sends raw bytes after a handshake made by hand. @returns the close code the server answers with. */
function closeCodeFor(bytes: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect(port, '127.0.0.1')
  let read = Buffer.alloc(0)
  socket.write(
    `GET /app/${app.key}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  socket.write(bytes)
  socket.on('data', (chunk) => {
    read = Buffer.concat([read, chunk])
    // Neither the handshake nor the first event holds this byte.
    const at = read.indexOf(0x88)
    if (at < 0 || read.length < at + 4) return
    resolve(read.readUInt16BE(at + 2))
    socket.destroy()
  })
  socket.on('error', reject)
  socket.on('close', () => reject(new Error('closed without a code')))
  return promise
}

const text = Buffer.from('{"event":"pusher:ping"}')

test.each([
  ['with a reserved bit', 1002, frame(0xc1, text)],
  ['of an unknown kind', 1002, frame(0x83, text)],
  ['without a mask', 1002, frame(0x81, text, { mask: false })],
  ['that goes on from nothing', 1002, frame(0x80, text)],
  ['of control in fragments', 1002, frame(0x09, Buffer.from('x'))],
  ['of control, too long', 1002, frame(0x89, Buffer.alloc(126))],
  ['with a close code of nobody', 1002, frame(0x88, Buffer.from([0x03, 0xe7]))],
  ['of text that is no UTF-8', 1007, frame(0x81, Buffer.from([0xff, 0xfe, 0xfd]))],
  ['of 101 MB', 1009, frame(0x81, text, { length: 101 << 20 })],
  ['of 33 KiB', 1009, frame(0x81, Buffer.alloc(33 << 10, 0x20))],
  [
    'of 20 KiB and another 20',
    1009,
    Buffer.concat([frame(0x01, Buffer.alloc(20 << 10)), frame(0x80, Buffer.alloc(20 << 10))]),
  ],
  ['of bytes', 1003, frame(0x82, text)],
])('REL-09 a frame %s costs its sender the connection (%i) and nobody else', async (_title, code, bytes) => {
  expect(await closeCodeFor(bytes)).toBe(code)
  await neighbour.isThrough()
})

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
])(
  'REL-09 a message that makes no sense is answered with an error, and the connection stays (%#)',
  async (message) => {
    const client = await RawClient.connect(port)
    await client.joins('private-x')
    client.say(message)
    await client.isThrough()
    await client.until(() => client.heard.some(({ event }) => /error/.test(event)), 'error')
    expect(client.closed).toBeUndefined()
    expect('polluted' in {}).toBe(false)
    client.drop()
  },
)

test('REL-09 messages with nothing to answer are ignored', async () => {
  const client = await RawClient.connect(port)
  for (const message of [
    '{"event":"pusher:pong"}',
    '{"event":"pusher:unsubscribe"}',
    '{"event":"pusher:unsubscribe","data":{"channel":["a"]}}',
    '{"event":"pusher:unsubscribe","data":{"channel":"never-joined"}}',
  ])
    client.say(message)
  await client.isThrough()
  expect(client.heard.map(({ event }) => event)).toEqual(['pusher:connection_established', 'pusher:pong'])
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

test('REL-09 no sequence of messages throws inside the server or disturbs a neighbour', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyMessage, { maxLength: 40 }), async (messages) => {
      const client = await RawClient.connect(port)
      await client.joins('private-x')
      for (const message of messages) client.say(message)
      await neighbour.isThrough()
      await Promise.race([client.closes(), client.isThrough()])
      expect([undefined, 4009]).toContain(client.closed)
      client.drop()
    }),
    { numRuns: 100 },
  )
  expect(realtime.stats().failures).toBe(0)
  realtime.publish('c', 'still-here', {})
  await neighbour.hears('still-here', 'c')
})
