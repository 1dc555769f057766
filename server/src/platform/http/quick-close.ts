import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const look_ms = 100

/**
 * Prepares a server for a close that waits for requests alone. Node ends idle connections once, when the close
 * begins: one that answers then is kept open afterwards, and one over which nothing was ever asked (browsers open
 * some ahead of need) counts as busy and is never looked at again. Either would hold up the close for as long as
 * its peer likes.
 *
 * @returns to be called when the close begins
 */
export function prepareClose(server: Server): () => void {
  const sockets = new Set<Socket>()
  let isClosing = false
  // One function for all: a closure would cost every idle connection its memory.
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
