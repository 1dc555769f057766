import { setTimeout as sleep } from 'node:timers/promises'
import { type Message } from '@ozvi/contract'
import { openConnection } from '../server/test/chaos/connection.ts'
import { startServer } from '../server/test/chaos/server-process.ts'
import { populate } from './people.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { createPoster } from './post.ts'
import { ms, quantile, type Row, row } from './report.ts'

const workspaces = 20
const per_s = 50

/** From a visitor's POST to the member's socket, and to the acknowledgement, at a steady 50 messages a second. */
export async function latency(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases()) {
    await withTempDatabase(server_url, async (place) => {
      const server = startServer(place)
      const poster = createPoster(place.port)
      try {
        await server.ready()
        const { owner, visitors } = await populate(place, workspaces)
        const [first] = visitors
        if (!first) return
        const sent_at = new Map<string, number>()
        const received_ms: number[] = []
        const acked_ms: number[] = []
        const line = openConnection(owner.caller, first.realtime, '/api/broadcasting/auth', (fault) => {
          throw new Error(fault)
        })
        for (const { conversation_id } of visitors) {
          line.follow(
            `presence-conversation.${conversation_id}`,
            () => {},
            (event, { id }: Message) => {
              const at = event === 'MessageSent' ? sent_at.get(id) : undefined
              if (at !== undefined) received_ms.push(performance.now() - at)
            },
          )
        }
        while (!line.isLive()) await sleep(20)

        const posts: Promise<void>[] = []
        const startedAt = performance.now()
        for (let n = 0; n < seconds * per_s; n++) {
          // By the clock, not after the response: a slow server gets no fewer.
          await sleep(Math.max(0, startedAt + (n * 1_000) / per_s - performance.now()))
          const visitor = visitors[n % visitors.length] ?? first
          const id = crypto.randomUUID()
          const at = performance.now()
          sent_at.set(id, at)
          posts.push(poster.post(visitor, id).then(() => void acked_ms.push(performance.now() - at)))
        }
        await Promise.all(posts)
        for (let tries = 0; received_ms.length < posts.length && tries < 250; tries++) await sleep(20)
        line.close()
        const lost = posts.length - received_ms.length
        for (const [what, figures, published] of [
          ['POST to the member’s socket', received_ms, 'received'],
          ['POST to its answer', acked_ms, 'acknowledged'],
        ] as const)
          rows.push(
            row(
              `${name}: ${what}`,
              `p50 ${ms(quantile(figures, 0.5))}`,
              `p99 ${ms(quantile(figures, 0.99))} of ${figures.length}${lost > 0 ? `, ${lost} NOT RECEIVED` : ''}`,
              {
                [`${published}_p50_${name.toLowerCase()}_ms`]: Math.round(quantile(figures, 0.5)),
                [`${published}_p99_${name.toLowerCase()}_ms`]: Math.round(quantile(figures, 0.99)),
              },
            ),
          )
      } finally {
        poster.close()
        await server.stop()
      }
    })
  }
  return rows
}
