import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Follows connections over which nothing was ever asked: browsers open some ahead of need. Node counts them as
 * busy, and stops looking at their age when the server closes, so that a single one would hold up the close for
 * as long as its peer likes.
 *
 * @returns ends them, and every one that comes later
 */
export function followUnused(server: Server): () => void {
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
  }
}
