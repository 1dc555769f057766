import { randomInt } from 'node:crypto'
import type { Server } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'

/** The server's half of the Pusher protocol, as far as the widget speaks it, with frames that can go astray. */
export function attachSocket(server: Server) {
  const sockets = new WebSocketServer({ noServer: true })
  const peers = new Map<WebSocket, { id: string; channels: Set<string> }>()
  const granted = new Set<string>()
  const faults = { isRefusing: false, isDropping: false }
  const send = (peer: WebSocket, event: string, data: unknown, channel?: string) =>
    peer.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }))

  server.on('upgrade', (request, socket, head) => {
    if (faults.isRefusing || !request.url?.startsWith('/app/test-key?')) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (peer) => {
      const connection = { id: `${randomInt(1e9)}.${randomInt(1e9)}`, channels: new Set<string>() }
      peers.set(peer, connection)
      peer.on('close', () => peers.delete(peer))
      peer.on('message', (raw) => {
        const { event, data } = JSON.parse(String(raw))
        if (event === 'pusher:ping') send(peer, 'pusher:pong', {})
        if (event === 'pusher:unsubscribe') connection.channels.delete(data.channel)
        if (event !== 'pusher:subscribe') return
        if (!granted.has(`${connection.id} ${data.channel} ${data.auth}`))
          return send(peer, 'pusher:subscription_error', { status: 401 }, data.channel)
        connection.channels.add(data.channel)
        send(peer, 'pusher_internal:subscription_succeeded', {}, data.channel)
      })
      send(peer, 'pusher:connection_established', { socket_id: connection.id, activity_timeout: 120 })
    })
  })
  return {
    faults,
    grant(socket_id: string, channel: string) {
      const auth = `test-key:${randomInt(1e9)}`
      granted.add(`${socket_id} ${channel} ${auth}`)
      return { auth }
    },
    publish(channel: string, event: string, data: unknown) {
      if (faults.isDropping) return
      for (const [peer, { channels }] of peers)
        if (channels.has(channel)) send(peer, `App\\Events\\${event}`, data, channel)
    },
    cut() {
      for (const peer of peers.keys()) peer.terminate()
    },
    count: () => [...peers.values()].filter(({ channels }) => channels.size > 0).length,
  }
}
