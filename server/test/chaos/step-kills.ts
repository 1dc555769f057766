import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { listMessages } from '@ozvi/contract'
import { freePort } from '../../../tools/free-port.ts'
import { fakeHubspot } from '../fakes/hubspot.ts'
import { newVisitor, retryUntilOk } from './caller.ts'
import { until } from './environment.ts'
import { type ServerPlace, startServer } from './server-process.ts'
import type { KillOrder } from './step-kill-server.ts'
import { compare, prepare, type Shop, talk } from './step-shop.ts'

/** A point at which the server died, and what was done twice or not at all in that conversation. */
export interface StepKill {
  point: string
  deaths: number
  breaches: string[]
}
interface Options {
  data_dir: string
  database_url?: string | undefined
  /** Kills one conversation's server at these points, and in its HTTP request, in place of the matrix. */
  at?: readonly string[]
  /** How many points are tried, evenly chosen; all by default. */
  points_max?: number
  onPoint?: (kill: StepKill) => void
}
/** How long the last effects of a conversation may take after its end. */
const settled_ms = 40_000

/** A server of another company. Whether it answers a request is the result of `onRequest`. */
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

/** How often the server may exit on its own. */
const failuresMax = 20

/** The server of the matrix, which is started again whenever it died. */
function keepRunning(place: ServerPlace, environment: Record<string, string>) {
  const state = { isStopping: false, deaths: 0, failures: 0 }
  const start = () =>
    startServer(place, { file: path.join(import.meta.dirname, 'step-kill-server.ts'), environment })
  let server = start()
  const watching = (async () => {
    for (;;) {
      await server.gone()
      if (state.isStopping) return
      // On a busy machine the database may not answer in time; a supervisor would start the server again, too.
      if (server.child.signalCode === 'SIGKILL') state.deaths++
      else if (++state.failures > failuresMax) throw new Error(`The server ended:\n${server.complaints()}`)
      server = start()
    }
  })()
  return {
    state,
    ready: () => server.ready(),
    kill: () => void server.child.kill('SIGKILL'),
    async stop() {
      state.isStopping = true
      await server.kill()
      await watching
    },
  }
}

/** Calls to other servers in whose middle it dies: the work is done there, and the answer is lost. */
const outsideCalls = ['HTTP request', 'contact in HubSpot', 'ticket in HubSpot'] as const
type OutsideCall = (typeof outsideCalls)[number]

/** Evenly chosen, with the first and the last. */
function chosen<T>(list: readonly T[], maximum: number): T[] {
  if (list.length <= maximum) return [...list]
  return Array.from(
    { length: maximum },
    (_, n) => list[Math.round((n * (list.length - 1)) / (maximum - 1))],
  ).filter((each) => each !== undefined)
}

/**
 * Lets one conversation after the other go through every kind of step, and kills the server at another point of each.
 */
export async function killAtEachStep({
  data_dir,
  database_url,
  at,
  points_max = Infinity,
  onPoint,
}: Options): Promise<StepKill[]> {
  const stock = await stockServer()
  const hubspot = await fakeHubspot()
  const order_file = path.join(data_dir, 'kill-order')
  const place = { data_dir, database_url, port: await freePort(), realtime_port: await freePort() }
  const server = keepRunning(place, {
    ...hubspot.environment,
    SITE_WIDGET_KEY: 'off',
    KILL_ORDER: order_file,
    EGRESS_ALLOW: [stock.address, new URL(hubspot.url).host].join(','),
  })

  async function converse(
    shop: Shop,
    point: string,
    order: Omit<KillOrder, 'conversation_id'>,
    call?: OutsideCall,
  ) {
    const visitor = await retryUntilOk(() => newVisitor(place, shop))
    const { conversation_id } = visitor
    const email = `eva-${conversation_id}@example.com`
    const deaths_before = server.state.deaths
    const keys = new Set<string>()
    let left = call
    const dieOnce = (which: OutsideCall) => {
      if (which !== left) return false
      left = undefined
      server.kill()
      return true
    }
    writeFileSync(order_file, JSON.stringify({ conversation_id, ...order } satisfies KillOrder))
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
    const isOver = async () => {
      const key = { integration_id: shop.integration_id, conversation_id }
      const messages = await retryUntilOk(() => shop.caller.call(listMessages, { ...key, limit: 100 }))
      return messages.some(({ kind }) => kind === 'hand_over')
    }
    const hasEnded = await talk(visitor, email, isOver)
    // Emails are files that another job writes.
    let breaches: string[] = []
    await until(async () => {
      breaches = await compare(shop, visitor, hubspot.crm, data_dir, email)
      return breaches.length === 0
    }, settled_ms)
    if (keys.size !== 1) breaches.push(`request keys: ${[...keys].join(', ')}`)
    if (!hasEnded) breaches.unshift('the conversation did not end')
    const kill = { point, deaths: server.state.deaths - deaths_before, breaches }
    onPoint?.(kill)
    return kill
  }

  try {
    await retryUntilOk(() => server.ready())
    const shop = await prepare(place, hubspot, `http://${stock.address}/stock`)
    if (at) return [await converse(shop, at.join(', '), { at }, 'HTTP request')]
    // The first conversation isn't disturbed and finds the points.
    const calm = await converse(shop, 'none', {})
    if (calm.breaches.length > 0) return [calm]
    const points = readFileSync(`${order_file}.points`, 'utf8').trim().split('\n')
    rmSync(`${order_file}.points`)
    const kills: StepKill[] = []
    const tried = chosen(
      points.map((name, index) => ({ name, nth: index + 1 })),
      points_max,
    )
    for (const { name, nth } of tried) kills.push(await converse(shop, name, { nth }))
    for (const call of chosen(outsideCalls, points_max))
      kills.push(await converse(shop, `in the ${call}`, { at: [] }, call))
    return kills
  } finally {
    await server.stop()
    await hubspot.stop()
    stock.close()
  }
}
