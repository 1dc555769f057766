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
  const unused = new Set<Socket>()
  let isClosing = false
  server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  const used = ({ socket }: { socket: Socket }) => unused.delete(socket)
  server.on('request', used).on('upgrade', used)
  return () => {
    isClosing = true
    for (const socket of unused) socket.destroy()
    const looking = setInterval(() => server.closeIdleConnections(), look_ms).unref()
    server.once('close', () => clearInterval(looking))
  }
}
