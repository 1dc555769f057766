import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Realtime } from '#platform/realtime/index.ts'

/** Opens the realtime server of a test on a free port. */
export async function openRealtimePort({ realtime }: { realtime: Pick<Realtime, 'attach'> }) {
  const listener = http.createServer()
  realtime.attach(listener)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is an object.
  const { port } = listener.address() as AddressInfo
  return {
    port,
    close() {
      listener.closeAllConnections()
      listener.close()
    },
  }
}
