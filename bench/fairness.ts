import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../server/test/chaos/server-process.ts'
import { populate } from './people.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { createClient, messageRequest } from './post.ts'
import { ms, quantile, type Row, row } from './report.ts'

const quiet = 5
const each_per_s = 2
const flood_at_once = 64
const warm_s = 4
/** Other load on the machine varies, so both are measured in turn. */
const rounds = 3

/** Five workspaces with light traffic, alone and next to one that sends as much as it can. */
export async function fairness(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases())
    await withTempDatabase(server_url, async (place) => {
      const server = startServer(place, { environment: { SITE_WIDGET_KEY: 'off' } })
      const client = createClient(place.port, 512)
      try {
        await server.ready()
        const { visitors } = await populate(place, quiet + 1)
        const [loud, otherClients] = [visitors.slice(0, 1), visitors.slice(1)]
        const send = async (n: number, from: typeof visitors) => {
          const visitor = from[n % from.length]
          if (!visitor) throw new Error('nobody is there')
          return (await client.post(messageRequest(visitor, crypto.randomUUID()))).status
        }
        let is_flooding = false
        let flood = 0
        async function keepFlooding() {
          while (is_flooding)
            if ((await send(0, loud).catch(() => 0)) === 200) flood++
            else await sleep(200)
        }
        async function measure(length_s: number) {
          const took_ms: number[] = []
          const failed: number[] = []
          const posts: Promise<void>[] = []
          const startedAt = performance.now()
          for (let n = 0; n < length_s * quiet * each_per_s; n++) {
            await sleep(Math.max(0, startedAt + (n * 1_000) / (quiet * each_per_s) - performance.now()))
            const at = performance.now()
            posts.push(
              send(n, otherClients).then((status) => {
                if (status === 200) took_ms.push(performance.now() - at)
                else failed.push(status)
              }),
            )
          }
          await Promise.all(posts)
          return { took_ms, failed }
        }
        await measure(warm_s)
        const alone: number[] = []
        const beside: number[] = []
        let rejected = 0
        for (let round = 0; round < rounds; round++) {
          alone.push(...(await measure(seconds / rounds)).took_ms)
          is_flooding = true
          const flooding = Promise.all(Array.from({ length: flood_at_once }, keepFlooding))
          const { took_ms, failed } = await measure(seconds / rounds)
          beside.push(...took_ms)
          rejected += failed.length
          is_flooding = false
          await flooding
        }
        const [base_ms, p95_ms] = [quantile(alone, 0.95), quantile(beside, 0.95)]
        rows.push(
          row(
            `${name}: the others alone, p95`,
            ms(base_ms),
            `p50 ${ms(quantile(alone, 0.5))} of ${alone.length}`,
          ),
          row(
            `${name}: beside the flood, p95`,
            ms(p95_ms),
            `${(p95_ms / base_ms).toFixed(1)} ×; p50 ${ms(quantile(beside, 0.5))} of ${beside.length}, ${rejected} rejected; flood ${(flood / seconds).toFixed(0)}/s`,
          ),
        )
      } finally {
        client.close()
        await server.stop()
      }
    })
  return rows
}
