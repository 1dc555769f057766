import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectClients, type Client } from './clients.ts'
import { type Command, type Reply, roomOf } from './fan-out-server.ts'
import { median, ms, quantile, type Row, row } from './report.ts'

const rounds = 5
const data = 'x'.repeat(200)
/** With two cores the server doesn't share one with its clients. */
const is_pinned = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0

type Kind = 'ours' | 'bare'
const kinds: Kind[] = ['ours', 'bare']

/** One of the two servers, in a process of its own. */
class ServerProcess {
  readonly #child: ChildProcess
  port = 0

  constructor(kind: Kind) {
    const node = [process.execPath, '--expose-gc', path.join(import.meta.dirname, 'fan-out-server.ts'), kind]
    const [command = '', ...args] = is_pinned ? ['taskset', '-c', '0', ...node] : node
    this.#child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  }
  static async start(kind: Kind) {
    const server = new ServerProcess(kind)
    server.port = (await server.request()).port
    return server
  }
  send(command: Command) {
    this.#child.send(command)
  }
  async request(command?: Command): Promise<Reply> {
    const answer = once(this.#child, 'message')
    if (command) this.send(command)
    // The only type of message it sends.
    return (await answer)[0] as Reply
  }
  report() {
    return this.request({ do: 'report' })
  }
  stop() {
    this.#child.disconnect()
  }
}

/** Runs both servers during `work`. */
async function withBoth<T>(work: (servers: Record<Kind, ServerProcess>) => Promise<T>) {
  const servers = { ours: await ServerProcess.start('ours'), bare: await ServerProcess.start('bare') }
  try {
    return await work(servers)
  } finally {
    for (const kind of kinds) servers[kind].stop()
  }
}

/** Compares our realtime server with a bare one on the same library: the cost of everything a product needs. */
export async function fanOut(seconds: number, is_full: boolean): Promise<Row[]> {
  if (is_pinned) spawnSync('taskset', ['-cp', '1', String(process.pid)])
  const rows: Row[] = []
  for (const count of is_full ? [1_000, 5_000] : [1_000]) rows.push(...(await deliveries(count, seconds)))
  rows.push(...(await idleMemory(5_000)), ...(await storm(5_000)))
  rows.push(...(await rooms()), ...(await slowReaders()))
  if (is_pinned) spawnSync('taskset', ['-cp', `0-${cpus().length - 1}`, String(process.pid)])
  return rows
}

const ratios = (ours: number[], bare: number[]) => median(ours.map((each, n) => each / (bare[n] ?? NaN)))
const times = (figure: number) => `${figure.toFixed(2)} ×`

/** One channel that all clients subscribe to, with `window` events in flight. */
async function deliveries(count: number, seconds: number): Promise<Row[]> {
  return withBoth(async (servers) => {
    let onEvent = () => {}
    const channelsOf = () => ['everybody']
    for (const kind of kinds)
      await connectClients({ port: servers[kind].port, count, channelsOf, onEvent: () => onEvent() })

    async function measure(server: ServerProcess, window: number) {
      const received_ms: number[] = []
      const before = await server.report()
      const end = performance.now() + (seconds * 1_000) / 2
      let delivered = 0
      while (performance.now() < end) {
        const sent = performance.now()
        const { promise, resolve } = Promise.withResolvers<void>()
        let missing = count * window
        onEvent = () => {
          delivered++
          received_ms.push(performance.now() - sent)
          if (--missing === 0) resolve()
        }
        server.send({ do: 'publish', channel: 'everybody', data, times: window })
        await promise
      }
      const after = await server.report()
      const per_cpu_s = delivered / ((after.cpu_us - before.cpu_us) / 1e6)
      return { per_cpu_s, p99_ms: quantile(received_ms, 0.99) }
    }
    const rows: Row[] = []
    for (const window of [1, 8]) {
      const figures: Record<Kind, Awaited<ReturnType<typeof measure>>[]> = { ours: [], bare: [] }
      for (let round = 0; round < rounds; round++)
        for (const kind of kinds) figures[kind].push(await measure(servers[kind], window))
      const of = (kind: Kind, what: 'per_cpu_s' | 'p99_ms') => figures[kind].map((each) => each[what])
      const ratio = (what: 'per_cpu_s' | 'p99_ms') => times(ratios(of('ours', what), of('bare', what)))
      const thousands = (kind: Kind) => `${Math.round(median(of(kind, 'per_cpu_s')) / 1_000)}k`
      const p99 = (kind: Kind) => ms(median(of(kind, 'p99_ms')))
      const what = `${count}, ${window} at once`
      rows.push(
        row(
          `deliveries to ${what}`,
          ratio('per_cpu_s'),
          `${thousands('ours')} against ${thousands('bare')} per CPU second`,
        ),
        row(`received by ${what}, p99`, ratio('p99_ms'), `${p99('ours')} against ${p99('bare')}`),
      )
    }
    return rows
  })
}

const threeChannels = (n: number) => ['everybody', `group-${n % 50}`, roomOf(n)]

async function idleMemory(count: number): Promise<Row[]> {
  return withBoth(async (servers) => {
    const bytes: number[] = []
    for (const kind of kinds) {
      const server = servers[kind]
      // Warms up what the first connection initializes.
      const [first] = await connectClients({ port: server.port, count: 1, channelsOf: threeChannels })
      const before = await server.report()
      await connectClients({ port: server.port, count, channelsOf: threeChannels })
      await sleep(1_000)
      await server.report()
      bytes.push(((await server.report()).rss_bytes - before.rss_bytes) / count)
      first?.socket.destroy()
    }
    const [ours = 0, bare = 0] = bytes.map((each) => each / 1024)
    const note = `against ${bare.toFixed(1)} KiB; ${count} on 3 channels each`
    return [row('memory of an idle connection', `${ours.toFixed(1)} KiB`, note)]
  })
}

/** Disconnects all clients, which then reconnect together, each with a signature to verify. */
async function storm(count: number): Promise<Row[]> {
  return withBoth(async (servers) => {
    const cpu_us: number[] = []
    const back_s: number[] = []
    for (const kind of kinds) {
      const server = servers[kind]
      const options = {
        port: server.port,
        count,
        channelsOf: (n: number) => [`private-${n}`],
        at_once: 1_000,
      }
      for (const { socket } of await connectClients(options)) socket.destroy()
      const before = await server.report()
      const from = performance.now()
      await connectClients(options)
      back_s.push((performance.now() - from) / 1_000)
      cpu_us.push(((await server.report()).cpu_us - before.cpu_us) / count)
    }
    const [ours = 0, bare = 0] = cpu_us
    const note = `of CPU each, against ${bare.toFixed(0)} µs; all ${count} back after ${back_s[0]?.toFixed(1)} s, against ${back_s[1]?.toFixed(1)} s`
    return [row('a storm of reconnections', `${ours.toFixed(0)} µs`, note)]
  })
}

/** Chat: many rooms of two, one event at a time. */
async function rooms(): Promise<Row[]> {
  const command = { do: 'publish_to_rooms', rooms: 500, times: 10_000 } as const
  return withBoth(async (servers) => {
    const figures: Record<Kind, number[]> = { ours: [], bare: [] }
    for (const kind of kinds)
      await connectClients({
        port: servers[kind].port,
        count: 1_000,
        channelsOf: (n) => [roomOf(n % command.rooms)],
      })
    for (let round = 0; round < rounds; round++)
      for (const kind of kinds) {
        const before = await servers[kind].report()
        const after = await servers[kind].request(command)
        figures[kind].push((after.cpu_us - before.cpu_us) / command.times)
      }
    const note = `of CPU, against ${median(figures.bare).toFixed(0)} µs`
    return [row('an event to two people', `${median(figures.ours).toFixed(0)} µs`, note)]
  })
}

/** A third of the readers stops while more is published than the sockets buffer. */
async function slowReaders(): Promise<Row[]> {
  const count = 60
  const server = await ServerProcess.start('ours')
  try {
    const clients = await connectClients({ port: server.port, count, channelsOf: () => ['everybody'] })
    const slow = clients.slice(0, 20)
    const otherClients = clients.slice(20)
    for (const { socket } of slow) socket.pause()
    const before = await server.report()
    const sent = 2_000
    for (let n = 0; n < sent; n += 10) {
      server.send({ do: 'publish', channel: 'everybody', data: 'x'.repeat(8_000), times: 10 })
      await sleep(20)
    }
    const until = performance.now() + 30_000
    while (otherClients.some(({ received }) => received < sent) && performance.now() < until) await sleep(50)
    const { rss_bytes } = await server.report()
    for (const { socket } of slow) socket.resume()
    await sleep(2_000)
    const cut = slow.filter(({ has_ended }) => has_ended).length
    const lost = clients
      .filter(({ has_ended }) => !has_ended)
      .reduce((sum, { received }: Client) => sum + sent - received, 0)
    const grown_mib = (rss_bytes - before.rss_bytes) / 1024 / 1024
    const note = `${lost} events lost on connections that were not; the server grew by ${grown_mib.toFixed(0)} MiB`
    return [row(`${slow.length} of ${count} readers stop`, `${cut} cut`, note)]
  } finally {
    server.stop()
  }
}
