import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/free-port.ts'
import type { Participants } from './participants.ts'
import type { OutboxWatch } from './outbox-watch.ts'
import { type Address, NetworkProxy } from './network-proxy.ts'
import type { Breach } from './oracle.ts'
import { type ServerPlace, type ServerProcess, startServer } from './server-process.ts'

/** The environment the product runs in during faults. */
export interface Environment {
  data_dir: string
  /** Database URL; without it the embedded one in `data_dir`. */
  database_url?: string | undefined
  redis_url?: string | undefined
  /** More than one node requires a database server. */
  nodes?: number
  /** Restarts the database server; only if the run started it. */
  restartDatabase?: (() => Promise<void>) | undefined
  restartRedis?: (() => Promise<void>) | undefined
}

/** A node of the product, with its own proxies to its dependencies. */
export interface Node {
  readonly place: ServerPlace
  readonly database: NetworkProxy | undefined
  readonly redis: NetworkProxy | undefined
  readonly server: ServerProcess
  /** Whether new connections are routed here. */
  isOpen: boolean
  start(): ServerProcess
  /** Sets its wall clock ahead of the true time. */
  shiftClock(ms: number): void
}

/** Everything that a fault can change. */
export interface TestEnvironment extends Environment {
  nodes_running: Node[]
  /** The product's public address: every open node, in random order. */
  targets(): Address[]
  participants: Participants
  outboxWatch: OutboxWatch
  /** From 0 to 1, the same sequence for the same seed. */
  random(): number
  /** Number of sockets of a swarm. */
  sockets: number
  /** Whether long faults run at their full length. */
  isLong: boolean
  broken(kind: Breach['kind'], what: string): void
  /** A value to print at the end. */
  note(what: string, figure: number, unit: string): void
}

const timeout_ms = 90_000

/** Polls until `isTrue`. @returns false if that takes too long */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  within_ms = timeout_ms,
  pause_ms = 20,
): Promise<boolean> {
  const end = performance.now() + within_ms
  while (!(await isTrue())) {
    if (performance.now() > end) return false
    await sleep(pause_ms)
  }
  return true
}

export const between = (environment: Pick<TestEnvironment, 'random'>, low: number, high: number): number =>
  low + environment.random() * (high - low)
export function pick<T>(environment: Pick<TestEnvironment, 'random'>, list: readonly T[]): T {
  const selected = list[Math.floor(environment.random() * list.length)]
  if (selected === undefined) throw new Error('There is nothing to choose from')
  return selected
}

/** A proxy to a server, and the address through it. */
async function proxyTo(url: string | undefined): Promise<{ proxy?: NetworkProxy; url?: string }> {
  if (!url) return {}
  const { hostname, port, protocol } = new URL(url)
  const to = { host: hostname, port: Number(port || (protocol === 'redis:' ? 6379 : 5432)) }
  const proxy = await NetworkProxy.open(() => [to])
  const over = new URL(url)
  over.hostname = 'localhost'
  over.port = String(proxy.port)
  return { proxy, url: over.href }
}

/** A node that hasn't been started. All nodes of one installation share their data folder. */
export async function makeNode(around: Environment, name: string, app_url?: string): Promise<Node> {
  const { data_dir } = around
  const [database, redis] = [await proxyTo(around.database_url), await proxyTo(around.redis_url)]
  const clock = path.join(data_dir, `clock-${name}`)
  const place = {
    data_dir,
    database_url: database.url,
    port: await freePort(),
    realtime_port: await freePort(),
  }
  let server: ServerProcess | undefined
  const shiftClock = (ms: number) => writeFileSync(clock, String(ms))
  shiftClock(0)
  return {
    place,
    database: database.proxy,
    redis: redis.proxy,
    isOpen: true,
    shiftClock,
    get server() {
      if (!server) throw new Error('The node was not started')
      return server
    },
    start() {
      server = startServer(place, {
        file: path.join(import.meta.dirname, 'controls.ts'),
        first: path.join(import.meta.dirname, 'clock.ts'),
        environment: {
          CHAOS_CLOCK: clock,
          // After each start, indexing our own pages would keep a core busy.
          SITE_WIDGET_KEY: 'off',
          ...(redis.url ? { REDIS_URL: redis.url } : {}),
          ...(app_url ? { APP_URL: app_url } : {}),
        },
      })
      return server
    },
  }
}
