import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '@ozvi/contract'
import { Caller } from '../server/test/chaos/caller.ts'
import { originOf, startServer } from '../server/test/chaos/server-process.ts'
import { load } from './load.ts'
import { populate } from './people.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { createClient, messageRequest } from './post.ts'
import { ms, quantile, type Row, row } from './report.ts'

const workspaces = 16
const times = 5
const warmUp_s = 3
/** A client on the same machine uses part of it; with more requests it measures itself. */
const underWay_max = 2_000
const look_ms = 100

/** Sends a server five times as much as it can process, and measures its responses and the time to recover. */
export async function overload(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases())
    await withTempDatabase(server_url, async (place) => {
      const server = startServer(place, { environment: { SITE_WIDGET_KEY: 'off' } })
      const client = createClient(place.port, underWay_max)
      try {
        await server.ready()
        const { owner, visitors } = await populate(place, workspaces)
        const visitorOf = (n: number) => visitors[n % visitors.length] ?? raise('nobody is there')
        const send = async (n: number) =>
          (await client.post(messageRequest(visitorOf(n), crypto.randomUUID()))).status
        const closed = (at_once: number, length_s: number) =>
          load({ at_once, seconds: length_s, pid: server.child.pid }, async (n) => void (await send(n)))
        await closed(8, warmUp_s)
        const base = await closed(16, seconds)

        const statuses = new Map<number, number>()
        const acked_ms: number[] = []
        let is_over = false
        /** Retries repeatedly, as fast as a person would. */
        async function ask(work: () => Promise<boolean>) {
          const took_ms: number[] = []
          let failed = 0
          while (!is_over) {
            const from = performance.now()
            if (await work().catch(() => false)) took_ms.push(performance.now() - from)
            else failed++
            await sleep(look_ms)
          }
          return { took_ms, failed }
        }
        const health = ask(async () => (await fetch(`${originOf(place)}/health/ready`)).status === 200)
        const guest = new Caller(originOf(place))
        const account = { email: owner.user.email, password: 'correct horse battery' }
        const entering = ask(async () => 'id' in (await guest.call(signIn, account)))

        const startedAt = performance.now()
        const per_s = base.per_s * times
        let under_way = 0
        let n = 0
        while (performance.now() - startedAt < seconds * 1_000) {
          const due = ((performance.now() - startedAt) / 1_000) * per_s
          while (n < due) {
            n++
            if (under_way >= underWay_max) continue
            const at = performance.now()
            under_way++
            void send(n)
              .catch(() => 0)
              .then((status) => {
                under_way--
                statuses.set(status, (statuses.get(status) ?? 0) + 1)
                if (status === 200) acked_ms.push(performance.now() - at)
              })
          }
          await sleep(2)
        }
        is_over = true
        const ended = performance.now()
        const normal_ms = quantile(base.took_ms, 0.95)
        let row_of_good = 0
        let normal_after_ms = 0
        while (row_of_good < 20 && performance.now() - ended < 30_000) {
          const from = performance.now()
          const is_good = (await send(++n).catch(() => 0)) === 200 && performance.now() - from <= normal_ms
          row_of_good = is_good ? row_of_good + 1 : 0
          if (row_of_good === 1) normal_after_ms = from - ended
        }
        const [ready, signedIn] = await Promise.all([health, entering])
        const summary = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')
        rows.push(
          row(`${name}: what it can do`, `${base.per_s.toFixed(0)}/s`, `p95 ${ms(normal_ms)}, 16 under way`),
          row(
            `${name}: asked for ${per_s.toFixed(0)}/s`,
            `${(acked_ms.length / seconds).toFixed(0)}/s`,
            `p95 ${ms(quantile(acked_ms, 0.95))}; ${summary}`,
          ),
          row('  /health/ready meanwhile', `p95 ${ms(quantile(ready.took_ms, 0.95))}`, of(ready)),
          row('  sign-in meanwhile', `p95 ${ms(quantile(signedIn.took_ms, 0.95))}`, of(signedIn)),
          row('  as before after', ms(normal_after_ms), 'the first of twenty in a row within the p95 before'),
        )
      } finally {
        client.close()
        await server.stop()
      }
    })
  return rows
}
const of = ({ took_ms, failed }: { took_ms: number[]; failed: number }) =>
  `${took_ms.length} answered, ${failed} not`
function raise(reason: string): never {
  throw new Error(reason)
}
