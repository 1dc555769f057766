import { createHmac, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { app } from './fan-out-server.ts'

/** A minimal client: it parses frames, and JSON only until it is subscribed. */
export interface Client {
  socket: Socket
  is_subscribed: boolean
  has_ended: boolean
  /** Events received. */
  received: number
}

interface ClientOptions {
  port: number
  count: number
  channelsOf(n: number): string[]
  /** Called for each event of a subscribed client; `text` is its frame and must not be kept. */
  onEvent?: (client: Client, text: Buffer) => void
  /** Concurrent connection attempts: enough to keep a server busy without exhausting its port. */
  at_once?: number
}

/** Connects `count` clients and waits until all are subscribed. @throws if one is rejected */
export async function connectClients({ port, count, channelsOf, onEvent, at_once = 400 }: ClientOptions) {
  const clients: Client[] = []
  let next = 0
  async function connectNext() {
    while (next < count) clients.push(await connectClient(port, channelsOf(next++), onEvent))
  }
  await Promise.all(Array.from({ length: Math.min(at_once, count) }, connectNext))
  return clients
}

function connectClient(port: number, channels: string[], onEvent?: ClientOptions['onEvent']) {
  const { promise, resolve, reject } = Promise.withResolvers<Client>()
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const client: Client = { socket, is_subscribed: false, has_ended: false, received: 0 }
  let rest = Buffer.alloc(0)
  let is_upgraded = false
  let missing = channels.length
  socket.on('connect', () =>
    socket.write(
      `GET /app/${app.key}?protocol=7 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    ),
  )
  function onFrame(text: Buffer) {
    if (client.is_subscribed) {
      client.received++
      return onEvent?.(client, text)
    }
    // Until all are connected, servers send only what the protocol requires.
    const { event, data } = JSON.parse(text.toString()) as { event: string; data: string }
    if (event === 'pusher:connection_established') {
      const { socket_id } = JSON.parse(data) as { socket_id: string }
      for (const channel of channels) socket.write(subscription(socket_id, channel))
    } else if (event === 'pusher_internal:subscription_succeeded' && --missing === 0) {
      client.is_subscribed = true
      resolve(client)
    }
  }
  socket.on('data', (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (!is_upgraded) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      is_upgraded = true
      rest = rest.subarray(end + 4)
    }
    let at = 0
    for (;;) {
      const head = frameHead(rest, at)
      if (!head || at + head.bytes + head.length > rest.length) break
      const from = at + head.bytes
      at = from + head.length
      if (head.opcode === 1) onFrame(rest.subarray(from, at))
      if (client.has_ended) return
    }
    // The rest is copied, otherwise it would keep the whole chunk in memory.
    rest = at === rest.length ? Buffer.alloc(0) : Buffer.from(rest.subarray(at))
  })
  const onEnd = () => {
    client.has_ended = true
    reject(new Error('a client was rejected'))
  }
  socket.on('error', onEnd).on('close', onEnd)
  return promise
}

function frameHead(bytes: Buffer, at: number) {
  const size = bytes[at + 1] ?? 0
  const head_bytes = size < 126 ? 2 : size === 126 ? 4 : 10
  if (bytes.length < at + head_bytes) return undefined
  const length =
    size < 126 ? size : size === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
  return { opcode: (bytes[at] ?? 0) & 15, bytes: head_bytes, length }
}

function subscription(socket_id: string, channel: string) {
  const signature = createHmac('sha256', app.secret).update(`${socket_id}:${channel}`).digest('hex')
  const auth = channel.startsWith('private-') ? { auth: `${app.key}:${signature}` } : {}
  const text = Buffer.from(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...auth } }))
  // Masked with zeros, which doesn't change the text (RFC 6455, section 5.3).
  const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0])
  const short = Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0])
  return Buffer.concat([text.length < 126 ? short : head, text])
}
