import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import PusherServer from 'pusher'
import { freePort } from '../../../tools/free-port.ts'
import { NetworkProxy } from '../chaos/network-proxy.ts'
import { originOf, type ServerPlace, startServer } from '../chaos/server-process.ts'
import { testDatabase } from '../database.ts'

export interface ServerNode extends ServerPlace {
  origin: string
  /** The official client of the HTTP API. */
  api: PusherServer
  /** The response of `/health/ready`. */
  readiness(): Promise<{ code: number; status: string }>
  /** The sum of a metric of `/metrics` over all its labels. */
  metric(name: string): Promise<number>
}

/** Two nodes of the product on one PostgreSQL, and a load balancer that alternates between them. */
export async function startCluster(environment: Record<string, string>) {
  const database = await testDatabase()
  const data_dir = mkdtempSync(path.join(tmpdir(), 'ozvi-cluster-'))
  const keys = {
    APP_SECRET: '5'.repeat(64),
    REALTIME_APP_ID: '1',
    REALTIME_APP_KEY: 'cluster-key',
    REALTIME_APP_SECRET: 'cluster-secret-of-at-least-32-characters',
    // Indexing our own pages would keep a core busy.
    SITE_WIDGET_KEY: 'off',
  }
  const open = async (): Promise<ServerNode & { server: ReturnType<typeof startServer> }> => {
    const place = {
      data_dir,
      database_url: database.url,
      port: await freePort(),
      realtime_port: await freePort(),
    }
    const server = startServer(place, { environment: { ...keys, ...environment } })
    const origin = originOf(place)
    return {
      ...place,
      origin,
      server,
      api: new PusherServer({
        appId: keys.REALTIME_APP_ID,
        key: keys.REALTIME_APP_KEY,
        secret: keys.REALTIME_APP_SECRET,
        host: 'localhost',
        port: String(place.port),
        useTLS: false,
      }),
      async readiness() {
        const reply = await fetch(`${origin}/health/ready`)
        const { status } = (await reply.json()) as { status: string } // our own reply
        return { code: reply.status, status }
      },
      async metric(name) {
        const text = await (await fetch(`${origin}/metrics`)).text()
        return text
          .split('\n')
          .filter((line) => new RegExp(`^${name}[ {]`).test(line))
          .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
      },
    }
  }
  const [a, b] = await Promise.all([open(), open()])
  await Promise.all([a.server.ready(), b.server.ready()])
  let turn = 0
  const proxy = await NetworkProxy.open(() => {
    const order = turn++ % 2 ? [a, b] : [b, a]
    return order.map(({ port }) => ({ host: 'localhost', port }))
  })
  return {
    a,
    b,
    key: keys.REALTIME_APP_KEY,
    /** The product's public address: two connections can reach different nodes. */
    place: { data_dir, port: proxy.port, realtime_port: proxy.port } satisfies ServerPlace,
    proxy,
    database,
    async [Symbol.asyncDispose]() {
      await proxy.close()
      const codes = await Promise.all([a.server.stop(), b.server.stop()])
      const complaints = [a, b].map(({ server }) => server.complaints())
      await database.close()
      rmSync(data_dir, { recursive: true, force: true })
      if (codes.some((code) => code !== 0)) throw new Error(`a node ended badly:\n${complaints.join('\n')}`)
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
