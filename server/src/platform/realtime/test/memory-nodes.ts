import { pino } from 'pino'
import { vi } from 'vitest'
import { createBus } from '../../bus/create-bus.ts'
import { MemoryHub, type MemoryConnection } from '../../bus/memory.ts'
import type { Bus } from '../../bus/index.ts'
import { createRealtime, type Realtime, type RealtimeOptions } from '../index.ts'
import { MemoryClient, MemoryPort } from './memory-client.ts'
import { app } from './standalone.ts'

const log = pino({ level: 'silent' })
const key = Buffer.alloc(32, 7)
/** Coarse and fast, unless messages are delayed: then each connection receives one per step. */
const step_ms = 250
const fine_step_ms = 25

export interface MemoryNode {
  bus: Bus
  connection: MemoryConnection
  realtime: Realtime
  port: MemoryPort
  clients: Set<MemoryClient>
  /** Events reported to listeners at this node. */
  events: string[]
}

/** Realtime servers of one installation in this process, on a simulated clock. */
export class MemoryNodes {
  readonly hub = new MemoryHub()
  readonly all = new Set<MemoryNode>()
  /** Events reported to listeners at any node, in order. */
  readonly events: string[] = []
  readonly #options: Partial<RealtimeOptions>

  constructor(options: Partial<RealtimeOptions> = {}) {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    })
    this.#options = options
  }

  start(): MemoryNode {
    const connection = this.hub.connection()
    const bus = createBus({ connection, key, log })
    const timings = { loop_delay_max_ms: Infinity, ...this.#options.timings }
    const realtime = createRealtime({ app, log, bus, subscription_counts: true, ...this.#options, timings })
    const events: string[] = []
    const record = (event: string) => void (events.push(event), this.events.push(event))
    realtime.watch({
      occupied: (channel) => record(`+${channel}`),
      vacated: (channel) => record(`-${channel}`),
      memberAdded: (channel, user_id) => record(`+${channel} ${user_id}`),
      memberRemoved: (channel, user_id) => record(`-${channel} ${user_id}`),
    })
    const node = {
      bus,
      connection,
      realtime,
      port: new MemoryPort(realtime),
      clients: new Set<MemoryClient>(),
      events,
    }
    this.all.add(node)
    return node
  }

  async connect(node: MemoryNode) {
    const client = new MemoryClient(node.port)
    node.clients.add(client)
    await this.settle()
    return client
  }

  /** Stops a node; with `kill -9` no one is notified. */
  async stop(node: MemoryNode, is_killed = true) {
    this.all.delete(node)
    if (is_killed) node.connection.cut()
    node.realtime.close()
    for (const client of node.clients) client.drop()
    // Messages in flight arrive when the clock advances.
    void node.bus.close()
    await this.settle()
  }

  /** Waits until every message has arrived. */
  async settle(turns = 8) {
    for (let turn = 0; turn < turns; turn++) await new Promise((next) => setImmediate(next))
  }

  async pass(ms: number) {
    const each_ms = this.hub.delays() > 0 ? fine_step_ms : step_ms
    for (let passed_ms = 0; passed_ms < ms; passed_ms += each_ms) {
      vi.advanceTimersByTime(Math.min(each_ms, ms - passed_ms))
      await this.settle(3)
    }
    await this.settle()
  }

  async close() {
    for (const node of this.all) await this.stop(node)
    vi.useRealTimers()
  }
}
