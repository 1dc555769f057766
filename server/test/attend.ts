import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, testServer } from './server.ts'

type Server = Awaited<ReturnType<typeof testServer>>

/** Opens the server's socket, so that members of a test can be there as a page of theirs would make them. */
export async function openDoor(server: Server) {
  const listener = http.createServer()
  server.realtime.attach(listener)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object.
  const { port } = listener.address() as AddressInfo
  const sockets = new Set<WebSocket>()

  /** As with a page of the workspace open. @returns how to close it; resolved once they are seen, or gone */
  async function attend(who: Browser, integration_id: string): Promise<() => Promise<void>> {
    const channel = `presence-integration.${integration_id}`
    const before = server.ctx.presence.members(channel).length
    const socket = new WebSocket(`ws://127.0.0.1:${port}/app/${server.ctx.secrets.realtime.key}?protocol=7`)
    sockets.add(socket)
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data))
      if (frame.event !== 'pusher:connection_established') return
      const { socket_id } = JSON.parse(frame.data)
      void who
        .request('POST', '/api/broadcasting/auth', { socket_id, channel_name: channel })
        .then((reply) =>
          socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...reply.json() } })),
        )
    })
    const count = (wanted: number) =>
      server.eventually(() => server.ctx.presence.members(channel).length === wanted || undefined)
    await count(before + 1)
    return async () => {
      const there = server.ctx.presence.members(channel).length
      socket.close()
      sockets.delete(socket)
      await count(there - 1)
    }
  }
  return {
    attend,
    close() {
      for (const socket of sockets) socket.close()
      listener.close()
    },
  }
}
