import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const look_ms = 100

/**
 * Prepares a server for a graceful shutdown that waits only for requests. Node closes idle connections once,
 * when the shutdown starts: a connection that answers afterwards stays open, and a connection without any
 * request (browsers preconnect) counts as busy forever. Either would block the shutdown.
 *
 * @returns a function to call when the shutdown starts
 */
export function closeIdleConnections(server: Server): () => void {
  const sockets = new Set<Socket>()
  let isClosing = false
  // One function for all connections: a closure would cost memory per idle connection.
  function forget(this: Socket) {
    sockets.delete(this)
  }
  server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', forget)
  })
  return () => {
    isClosing = true
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const looking = setInterval(() => server.closeIdleConnections(), look_ms).unref()
    server.once('close', () => clearInterval(looking))
  }
}
