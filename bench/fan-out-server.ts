/*
 * A separate process for one of the two servers that `fan-out.ts` compares; controlled over IPC.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { createRealtime } from '../server/src/platform/realtime/index.ts'
import { createBaselineServer, type FanOutServer } from './baseline-server.ts'

export const app = { id: 'bench', key: 'bench-key', secret: 'bench-secret' }
export const roomOf = (n: number) => `room-${n}`

/** Each is answered with one `Reply`, except `publish`, whose result is the events that subscribers receive. */
export type Command =
  | { do: 'publish'; channel: string; data: string; times: number }
  /** Publishes to that many rooms, each in its own tick. */
  | { do: 'publish_to_rooms'; rooms: number; times: number }
  | { do: 'report' }
export interface Reply {
  port: number
  /** CPU time since the start. */
  cpu_us: number
  rss_bytes: number
}

const ignore = () => {}

function open(kind: string | undefined): FanOutServer {
  if (kind === 'bare') return createBaselineServer(app)
  const realtime = createRealtime({
    app,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    timings: { loop_delay_max_ms: Infinity },
    limits: { handshakes_per_s: Infinity },
  })
  return { attach: (server) => realtime.attach(server), publish: (...event) => realtime.publish(...event) }
}

function main() {
  const realtime = open(process.argv[2])
  const server = createServer()
  realtime.attach(server)
  const report = () => {
    globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    // A server that listens on a port has an address of this kind.
    const { port } = server.address() as AddressInfo
    const reply: Reply = { port, cpu_us: user + system, rss_bytes: process.memoryUsage.rss() }
    process.send?.(reply)
  }
  server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, report)
  process.on('message', (command: Command) => {
    if (command.do === 'report') report()
    else if (command.do === 'publish')
      for (let n = 0; n < command.times; n++) realtime.publish(command.channel, 'bench', command.data)
    else void publishToRooms(command).then(report)
  })
  process.on('disconnect', () => process.exit())

  async function publishToRooms({ rooms, times }: { rooms: number; times: number }) {
    for (let n = 0; n < times; n++) {
      realtime.publish(roomOf(n % rooms), 'bench', 'x'.repeat(200))
      await turn()
    }
  }
}

if (import.meta.main) main()
