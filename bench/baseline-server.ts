import { createHmac, randomInt } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { WebSocketServer, type RawData, type WebSocket } from 'ws'

/** A server to compare: it accepts subscriptions and publishes in process. */
export interface FanOutServer {
  attach(server: Server): void
  publish(channel: string, event: string, data: string): void
}

interface Peer {
  id: string
  ws: WebSocket
  socket: Socket
  channels: Set<string>
  out: Buffer[]
}
const unsent_bytes_max = 1024 * 1024

/**
 * The upper limit: subscriptions and events of the Pusher protocol on a bare `ws` server, without anything a product
 * needs. A frame is built once, queued per connection, and written once per connection and tick.
 */
export function createBaselineServer(app: { key: string; secret: string }): FanOutServer {
  const sockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false })
  const peers = new WeakMap<WebSocket, Peer>()
  const channels = new Map<string, Set<Peer>>()
  let due: Peer[] = []

  function flush() {
    const now = due
    due = []
    let last: Buffer[] = []
    let joined: Buffer = Buffer.alloc(0)
    for (const peer of now) {
      const { out, socket, ws } = peer
      peer.out = []
      const is_same = out.length === last.length && out.every((frame, index) => frame === last[index])
      if (!is_same) joined = out.length === 1 && out[0] ? out[0] : Buffer.concat(out)
      last = out
      if (socket.writableLength > unsent_bytes_max) ws.terminate()
      else if (ws.readyState === ws.OPEN) socket.write(joined)
    }
  }
  function push(peer: Peer, frame: Buffer) {
    if (peer.out.push(frame) > 1) return
    if (due.push(peer) === 1) setImmediate(flush)
  }
  function onMessage(this: WebSocket, bytes: RawData) {
    const peer = peers.get(this)
    // This server is only used by the clients of the benchmark.
    const { event, data } = JSON.parse(String(bytes)) as { event: string; data: Record<string, string> }
    if (!peer || event !== 'pusher:subscribe') return
    const { channel = '', auth } = data
    const signature = createHmac('sha256', app.secret).update(`${peer.id}:${channel}`).digest('hex')
    if (channel.startsWith('private-') && auth !== `${app.key}:${signature}`) return
    const subscribers = channels.get(channel) ?? new Set()
    channels.set(channel, subscribers.add(peer))
    peer.channels.add(channel)
    push(peer, frameOf('pusher_internal:subscription_succeeded', '{}', channel))
  }
  function onClose(this: WebSocket) {
    const peer = peers.get(this)
    for (const channel of peer?.channels ?? []) {
      const subscribers = channels.get(channel)
      if (peer) subscribers?.delete(peer)
      if (subscribers?.size === 0) channels.delete(channel)
    }
  }
  function admit(ws: WebSocket, request: IncomingMessage) {
    const id = `${randomInt(2 ** 31)}.${randomInt(2 ** 31)}`
    const peer: Peer = { id, ws, socket: request.socket, channels: new Set(), out: [] }
    peers.set(ws, peer)
    ws.on('message', onMessage).on('close', onClose).on('error', ignore)
    push(
      peer,
      frameOf('pusher:connection_established', JSON.stringify({ socket_id: id, activity_timeout: 120 })),
    )
  }
  return {
    attach: (server) =>
      server.on('upgrade', (request, socket, head) => sockets.handleUpgrade(request, socket, head, admit)),
    publish(channel, event, data) {
      const subscribers = channels.get(channel)
      if (!subscribers) return
      const frame = frameOf(event, data, channel)
      for (const peer of subscribers) push(peer, frame)
    },
  }
}

const ignore = () => {}

function frameOf(event: string, data: string, channel?: string) {
  const payload = Buffer.from(JSON.stringify({ event, channel, data }))
  const header = Buffer.alloc(payload.length < 126 ? 2 : 4, 0x81)
  if (payload.length < 126) header[1] = payload.length
  else {
    header[1] = 126
    header.writeUInt16BE(payload.length, 2)
  }
  return Buffer.concat([header, payload])
}
