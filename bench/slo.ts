import { setTimeout as sleep } from 'node:timers/promises'
import { originOf, startServer } from '../server/test/chaos/server-process.ts'
import { connectClients } from './clients.ts'
import { app } from './fan-out-server.ts'
import { populate } from './people.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { createClient, messageRequest } from './post.ts'
import { ms, quantile, type Row, row } from './report.ts'

const workspaces = 20
const sockets = 1_000
const per_s = 50
/** A new process is busy compiling. */
const warm_s = 10
const look_ms = 2_000

/** Resident bytes of the server, from its metrics. */
async function residentBytes(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? NaN)
}
/** Growth per second: the slope of a least-squares line. */
function slope(points: readonly { at_s: number; bytes: number }[]): number {
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const at = mean(({ at_s }) => at_s)
  const bytes = mean((point) => point.bytes)
  return mean((point) => (point.at_s - at) * (point.bytes - bytes)) / mean(({ at_s }) => (at_s - at) ** 2)
}

/** A steady 50 messages a second into 20 conversations, each with 50 subscribed sockets. */
export async function slo(minutes: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases())
    await withTempDatabase(server_url, async (place) => {
      const keys = { REALTIME_APP_ID: app.id, REALTIME_APP_KEY: app.key, REALTIME_APP_SECRET: app.secret }
      const server = startServer(place, { environment: { SITE_WIDGET_KEY: 'off', ...keys } })
      const client = createClient(place.port)
      try {
        await server.ready()
        const { visitors } = await populate(place, workspaces)
        const sent_at = new Map<string, number>()
        const received_ms: number[] = []
        const acked_ms: number[] = []
        let failures = 0
        let is_counting = false
        await connectClients({
          port: place.realtime_port,
          count: sockets,
          channelsOf: (n) => [`private-visitor.${visitors[n % visitors.length]?.contact_id}`],
          onEvent(_guest, text) {
            if (!is_counting || !text.includes('MessageSent')) return
            const [id = ''] = /(?<=\\"id\\":\\")[0-9a-f-]{36}/.exec(text.toString()) ?? []
            const at = sent_at.get(id)
            if (at !== undefined) received_ms.push(performance.now() - at)
          },
        })
        const startedAt = performance.now()
        const memory: { at_s: number; bytes: number }[] = []
        const length_s = minutes * 60
        const posts = new Set<Promise<void>>()
        let looked_ms = 0
        let sent = 0
        for (let n = 0; n < (warm_s + length_s) * per_s; n++) {
          // By the clock, not after the response: a slow server gets no fewer.
          await sleep(Math.max(0, startedAt + (n * 1_000) / per_s - performance.now()))
          const at = performance.now()
          is_counting = at - startedAt > warm_s * 1_000
          const visitor = visitors[n % visitors.length]
          if (!visitor) throw new Error('nobody is there')
          const id = crypto.randomUUID()
          if (is_counting) {
            sent++
            sent_at.set(id, at)
            // An event that isn't received within a minute counts as lost.
            const [oldest] = sent_at.size > per_s * 60 ? sent_at.keys() : []
            if (oldest !== undefined) sent_at.delete(oldest)
          }
          const counts = is_counting
          const post = client.post(messageRequest(visitor, id)).then(
            ({ status }) => {
              if (counts && status === 200) acked_ms.push(performance.now() - at)
              if (counts && status !== 200) failures++
            },
            () => void (failures += counts ? 1 : 0),
          )
          posts.add(post)
          void post.then(() => posts.delete(post))
          if (at - looked_ms > look_ms) {
            looked_ms = at
            void residentBytes(originOf(place)).then((bytes) =>
              memory.push({ at_s: (at - startedAt) / 1_000, bytes }),
            )
          }
        }
        await Promise.all(posts)
        const expected = sent * (sockets / workspaces)
        for (let tries = 0; received_ms.length < expected && tries < 250; tries++) await sleep(20)
        const late = memory.filter(({ at_s }) => at_s > (warm_s + length_s) / 2)
        const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)
        const lost = expected - received_ms.length
        rows.push(
          row(
            `${name}: acknowledged, p95`,
            ms(quantile(acked_ms, 0.95)),
            `p50 ${ms(quantile(acked_ms, 0.5))}, p99 ${ms(quantile(acked_ms, 0.99))} of ${acked_ms.length}`,
          ),
          row(
            `${name}: received, p95`,
            ms(quantile(received_ms, 0.95)),
            `p50 ${ms(quantile(received_ms, 0.5))}, p99 ${ms(quantile(received_ms, 0.99))} of ${received_ms.length}${lost > 0 ? `, ${lost} NOT RECEIVED` : ''}`,
          ),
          row(
            `${name}: not acknowledged`,
            `${((failures / sent) * 100).toFixed(2)} %`,
            `${failures} of ${sent}`,
          ),
          row(
            `${name}: growth`,
            `${mib(slope(late) * 60)} MiB/min`,
            `${mib(memory[0]?.bytes ?? NaN)} MiB at first, ${mib(memory.at(-1)?.bytes ?? NaN)} at last`,
          ),
        )
      } finally {
        client.close()
        await server.stop()
      }
    })
  return rows
}
