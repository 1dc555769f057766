import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { listMessages } from '@ozvi/contract'
import { freePort } from '../../../tools/free-port.ts'
import { type FakeHubspot, fakeHubspot } from '../fakes/hubspot.ts'
import { newVisitor, retryUntilOk } from './caller.ts'
import { type Environment, until } from './environment.ts'
import { NetworkProxy } from './network-proxy.ts'
import { type ServerPlace, startServer } from './server-process.ts'
import { type KillOrder, type KillPoint, pointsFile } from './step-points.ts'
import { compare, poll_ms, prepare, talk } from './step-shop.ts'

/** The result of one conversation. */
export interface StepKill {
  point: string
  deaths: number
  /** What was done twice or not at all. */
  breaches: string[]
}
/** Calls to other servers during which it is killed: the work is done there, and the response is lost. */
export const outsideCalls = ['HTTP request', 'contact in HubSpot', 'ticket in HubSpot'] as const
export type OutsideCall = (typeof outsideCalls)[number]

export type Surroundings = Pick<Environment, 'data_dir' | 'database_url' | 'redis_url' | 'nodes'>
export interface Lane {
  /** Runs one conversation through every step. The servers are killed at a point, and during a call. */
  converse: (point: string, at?: KillPoint, call?: OutsideCall) => Promise<StepKill>
  /** The points that the last conversation reached. */
  points: () => KillPoint[]
  close: () => Promise<void>
}
/** How long the last effects of a conversation may take after its end. */
const settled_ms = 60_000

/** A server of another company. `onRequest` decides whether it responds. */
async function stockServer() {
  const state = { onRequest: (_key: string, _body: string): boolean => true }
  const server = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'])
      if (!state.onRequest(key, body)) return void request.socket.destroy()
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"plenty"}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    state,
    address: `127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** How many times a server may exit on its own. */
const failuresMax = 20

/** A server that is restarted whenever it exits. */
function keepRunning(place: ServerPlace, environment: Record<string, string>) {
  const state = { isStopping: false, deaths: 0, failures: 0 }
  const start = () =>
    startServer(place, { file: path.join(import.meta.dirname, 'step-kill-server.ts'), environment })
  let server = start()
  const watching = (async () => {
    for (;;) {
      await server.gone()
      if (state.isStopping) return
      // On a busy machine the database may time out; a supervisor would restart the server, too.
      if (server.child.signalCode === 'SIGKILL') state.deaths++
      else if (++state.failures > failuresMax) throw new Error(`The server ended:\n${server.complaints()}`)
      server = start()
    }
  })()
  return {
    state,
    place,
    ready: () => server.ready(),
    kill: () => void server.child.kill('SIGKILL'),
    async stop() {
      state.isStopping = true
      await server.kill()
      await watching
    },
  }
}

/** The nodes of one installation, and the address of a running one. */
async function startNodes(
  { data_dir, database_url, redis_url, nodes = 1 }: Surroundings,
  environment: Record<string, string>,
) {
  const places: ServerPlace[] = []
  for (let node = 0; node < nodes; node++)
    places.push({ data_dir, database_url, port: await freePort(), realtime_port: await freePort() })
  const proxy = await NetworkProxy.open(() =>
    places.map(({ port }) => ({ host: 'localhost', port })).sort(() => Math.random() - 0.5),
  )
  const shared = {
    ...environment,
    APP_URL: `http://localhost:${proxy.port}`,
    ...(redis_url ? { REDIS_URL: redis_url } : {}),
  }
  const running: ReturnType<typeof keepRunning>[] = []
  for (const place of places) {
    const node = keepRunning(place, shared)
    running.push(node)
    // The first one creates the tables.
    await retryUntilOk(() => node.ready())
  }
  return {
    place: { data_dir, database_url, port: proxy.port, realtime_port: 0 },
    deaths: () => running.reduce((sum, { state }) => sum + state.deaths, 0),
    kill: () => running.forEach((node) => node.kill()),
    async close() {
      await Promise.all(running.map((node) => node.stop()))
      await proxy.close()
    },
  }
}

/** Makes the next call of this type succeed without a response, because the servers are killed. */
function interruptCall(
  hubspot: FakeHubspot,
  stock: Awaited<ReturnType<typeof stockServer>>,
  { email, call, kill }: { email: string; call: OutsideCall | undefined; kill: () => void },
) {
  const keys = new Set<string>()
  let left = call
  const dieOnce = (which: OutsideCall) => {
    if (which !== left) return false
    left = undefined
    kill()
    return true
  }
  stock.state.onRequest = (key, body) => {
    // The request of an earlier conversation may be repeated.
    if (!body.includes(email)) return true
    keys.add(key)
    return !dieOnce('HTTP request')
  }
  hubspot.fault = (method, url) => {
    const which =
      method === 'POST' ? /\/objects\/(contacts|tickets)(?:\/batch\/create)?$/.exec(url)?.[1] : undefined
    const isLost = which && dieOnce(which === 'contacts' ? 'contact in HubSpot' : 'ticket in HubSpot')
    return isLost ? { status: 503, is_late: true } : undefined
  }
  return { keys }
}

/** An installation with a workspace whose scenarios use every kind of step. */
export async function openLane(surroundings: Surroundings): Promise<Lane> {
  const { data_dir } = surroundings
  const stock = await stockServer()
  const hubspot = await fakeHubspot()
  const order_file = path.join(data_dir, 'kill-order')
  const nodes = await startNodes(surroundings, {
    ...hubspot.environment,
    SITE_WIDGET_KEY: 'off',
    KILL_ORDER: order_file,
    EGRESS_ALLOW: [stock.address, new URL(hubspot.url).host].join(','),
  })
  const shop = await prepare(nodes.place, hubspot, `http://${stock.address}/stock`)
  let last_id = ''

  async function converse(point: string, at?: KillPoint, call?: OutsideCall): Promise<StepKill> {
    const visitor = await retryUntilOk(() => newVisitor(nodes.place, shop))
    const { conversation_id } = visitor
    last_id = conversation_id
    const email = `eva-${conversation_id}@example.com`
    const deaths_before = nodes.deaths()
    const { keys } = interruptCall(hubspot, stock, { email, call, kill: nodes.kill })
    writeFileSync(order_file, JSON.stringify({ conversation_id, at } satisfies KillOrder))
    const isOver = async () => {
      const key = { integration_id: shop.integration_id, conversation_id }
      const messages = await retryUntilOk(() => shop.caller.call(listMessages, { ...key, limit: 100 }))
      return messages.some(({ kind }) => kind === 'hand_over')
    }
    const hasEnded = await talk(visitor, email, isOver)
    // Emails are files written by another job.
    let breaches: string[] = []
    await until(
      async () => {
        breaches = await compare(shop, visitor, hubspot.crm, data_dir, email)
        return breaches.length === 0
      },
      settled_ms,
      poll_ms,
    )
    if (keys.size !== 1) breaches.push(`request keys: ${[...keys].join(', ')}`)
    if (!hasEnded) breaches.unshift('the conversation did not end')
    return { point, deaths: nodes.deaths() - deaths_before, breaches }
  }

  return {
    converse,
    points() {
      const reached = new Map<string, number>()
      const lines = readFileSync(pointsFile(order_file, last_id), 'utf8').trim().split('\n')
      return lines.map((name) => {
        const nth = (reached.get(name) ?? 0) + 1
        reached.set(name, nth)
        return { name, nth }
      })
    },
    async close() {
      await nodes.close()
      await hubspot.stop()
      stock.close()
    },
  }
}
