import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/** One masked frame; `head` is its first byte. */
function frame(head: number, payload: Buffer, { mask = true, length = payload.length } = {}) {
  const header =
    length < 126 ? Buffer.from([head, length]) : Buffer.from([head, 127, 0, 0, 0, 0, ...bytesOf(length)])
  if (!mask) return Buffer.concat([header, payload])
  header[1] = (header[1] ?? 0) | 0x80
  return Buffer.concat([header, Buffer.alloc(4), payload])
}
const bytesOf = (length: number) => [24, 16, 8, 0].map((shift) => (length >>> shift) & 255)

/** Sends raw bytes after a manual handshake. @returns the server's close code */
export function closeCodeFor({ port, key }: { port: number; key: string }, bytes: Buffer) {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect(port, 'localhost')
  let read = Buffer.alloc(0)
  socket.write(
    `GET /app/${key}?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  socket.write(bytes)
  socket.on('data', (chunk) => {
    read = Buffer.concat([read, chunk])
    // Neither the handshake nor the first event contains this byte.
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

/** Frames that violate the protocol: how, the expected close code, and their bytes. */
export const brokenFrames: [how: string, code: number, bytes: Buffer][] = [
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
]
