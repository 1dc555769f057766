import { createHash, createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../scripts/apt.mjs'
import { startPostgres } from '../scripts/throwaway-postgres.mjs'
import { startServer } from '../server/test/chaos/server-process.ts'
import { startRedis } from '../server/test/cluster/redis.ts'
import { connectClients } from './clients.ts'
import { app } from './fan-out-server.ts'
import { withTempDatabase } from './temp-database.ts'
import { createClient } from './post.ts'
import { ms, quantile, type Row, row } from './report.ts'

const per_s = 500
const listeners = 50
/** The first events warm up both processes. */
const warm_s = 2

const hash = (text: string) => createHash('md5').update(text).digest('hex')

/** Publishes events to a node through the signed HTTP API. */
function createPublisher(port: number) {
  const client = createClient(port, 64)
  async function publish(channel: string): Promise<void> {
    const payload = JSON.stringify({ name: 'said', channel, data: 'x'.repeat(200) })
    const path = `/apps/${app.id}/events`
    const query = new URLSearchParams({
      auth_key: app.key,
      auth_timestamp: String(Math.floor(Date.now() / 1_000)),
      auth_version: '1.0',
      body_md5: hash(payload),
    }).toString()
    const signature = createHmac('sha256', app.secret).update(`POST\n${path}\n${query}`).digest('hex')
    const { status } = await client.post({ path: `${path}?${query}&auth_signature=${signature}`, payload })
    if (status !== 200) throw new Error(`not published: ${status}`)
  }
  return { publish, close: client.close }
}

async function across(
  name: string,
  server_url: string,
  environment: Record<string, string>,
  seconds: number,
) {
  return withTempDatabase(server_url, (here) =>
    withTempDatabase(undefined, async (there) => {
      const keys = { REALTIME_APP_ID: app.id, REALTIME_APP_KEY: app.key, REALTIME_APP_SECRET: app.secret }
      const settings = { environment: { APP_SECRET: '5'.repeat(64), ...keys, ...environment } }
      const a = startServer(here, settings)
      await a.ready()
      const b = startServer({ ...there, database_url: here.database_url }, settings)
      const publisher = createPublisher(here.realtime_port)
      try {
        await b.ready()
        const received_ms: number[] = []
        const on_their_way = Array.from({ length: listeners }, (): number[] => [])
        for (const [n, sent] of on_their_way.entries())
          await connectClients({
            port: there.realtime_port,
            count: 1,
            channelsOf: () => [`said-${n}`],
            // Events of one channel arrive in order.
            onEvent: () => received_ms.push(performance.now() - (sent.shift() ?? NaN)),
          })
        const expected = (seconds + warm_s) * per_s
        const startedAt = performance.now()
        const publishing: Promise<void>[] = []
        for (let n = 0; n < expected; n++) {
          // By the clock, not after the response: a slow server gets no fewer.
          const wait_ms = startedAt + (n * 1_000) / per_s - performance.now()
          if (wait_ms > 1) await sleep(wait_ms)
          on_their_way[n % listeners]?.push(performance.now())
          publishing.push(publisher.publish(`said-${n % listeners}`))
        }
        await Promise.all(publishing)
        for (let tries = 0; received_ms.length < expected && tries < 250; tries++) await sleep(20)
        const figures = received_ms.slice(warm_s * per_s)
        const lost = expected - received_ms.length
        return row(
          name,
          `p50 ${ms(quantile(figures, 0.5))}`,
          `p99 ${ms(quantile(figures, 0.99))} of ${figures.length}${lost > 0 ? `, ${lost} NOT RECEIVED` : ''}`,
        )
      } finally {
        publisher.close()
        await Promise.all([a.stop(), b.stop()])
      }
    }),
  )
}

/** From the HTTP API of one node to a socket at another, at 500 events a second, over either kind of bus. */
export async function acrossNodes(seconds: number): Promise<Row[]> {
  const [postgres, redis] = [findProgram('postgresql'), findProgram('redis')]
  if (!postgres) return [row('two nodes', '–', 'no PostgreSQL here')]
  const database = await startPostgres(postgres)
  try {
    const rows = [await across('over NOTIFY', database.url, {}, seconds)]
    if (!redis) return [...rows, row('over Redis', '–', 'no Redis here')]
    const bus = await startRedis()
    try {
      return [await across('over Redis', database.url, { REDIS_URL: bus.url }, seconds), ...rows]
    } finally {
      await bus.kill()
    }
  } finally {
    await database.stop()
  }
}
