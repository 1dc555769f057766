import { readFileSync } from 'node:fs'
import Pusher from 'pusher'
import { WebSocket } from 'ws'
import { always, type Fault } from '../fault.ts'
import { readMetrics, secretsOf } from '../node-view.ts'
import { pick, until } from '../environment.ts'

const paused = 24
const noise = 'x'.repeat(9_000)
const bytesAllowed = 1024 * 1024
/** How far one write can exceed the limit before it is noticed: everything due in one tick. */
const turnBytes = 256 * 1024
const batch = 10

/**
 * Some clients stop reading while many events are published; one of them is a participant and must be complete
 * afterwards.
 */
export const slowReader: Fault = {
  id: 'F6',
  name: 'clients that stop reading',
  applies: always,
  async run(environment) {
    const victim = pick(environment, environment.participants.visitors)
    const node = environment.nodes_running.find(({ place }) => place.port === victim.proxy.sockets[0]?.port)
    if (!node) return // between two connections, which other faults bring about as well
    const { place, server } = node
    const app = secretsOf(place)
    const sockets = await Promise.all(
      Array.from({ length: paused }, () => openNoisy(place.port, app.app_key)),
    )
    const before = { closed: (await readMetrics(place)).slow, rss: residentBytes(server.child.pid) }
    for (const socket of sockets) socket.pause()
    victim.proxy.hold(true)

    const pusher = new Pusher({
      appId: app.app_id,
      key: app.app_key,
      secret: app.app_secret,
      host: 'localhost',
      port: String(place.port),
      useTLS: false,
    })
    const events = ['chaos', `private-visitor.${victim.contact_id}`].map((channel) => ({
      channel,
      name: 'noise',
      data: noise,
    }))
    let most = 0
    let rss = before.rss
    const areCut = await until(async () => {
      await pusher.triggerBatch(Array.from({ length: batch }, (_, n) => events[n % 2] ?? events[0]!))
      const { buffered_bytes, slow } = await readMetrics(place)
      most = Math.max(most, buffered_bytes)
      rss = Math.max(rss, residentBytes(server.child.pid))
      return slow - before.closed >= paused + 1
    }, 30_000)
    if (!areCut) environment.broken('other', 'clients that do not read were not cut')
    const each = most / (paused + 1)
    if (each > bytesAllowed + turnBytes) environment.broken('other', `a paused client was owed ${each} bytes`)
    environment.note('owed to a paused client at most', each / 1024, 'KiB')
    environment.note(
      'process grown in the flood, for each paused client',
      Math.max(0, rss - before.rss) / (paused + 1) / 1024,
      'KiB',
    )
    for (const socket of sockets) socket.terminate()
    // Buffered data is noticed when it is read.
    victim.proxy.hold(false)
  },
}

async function openNoisy(port: number, key: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://localhost:${port}/app/${key}?protocol=7`)
  socket.on('error', () => {}) // it is cut
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject))
  const joined = new Promise((resolve) => socket.once('message', resolve))
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'chaos' } }))
  await joined
  return socket
}

/** Memory of a process, if the system reports it. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib) * 1024
  } catch {
    return 0
  }
}
