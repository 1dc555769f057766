import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerPlace, startServer } from '../server/test/chaos/server-process.ts'
import { cpu_ms, memory_mib } from './cpu.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { median, ms, type Row, row, tenths } from './report.ts'

const warmStarts = 3
/** The public pages are indexed. */
const settled_ms = 120_000
const idle_ms = 60_000

/** Milliseconds from the start of the process until `/health/ready` is ready: the first time, and later. */
export async function start(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, server_url } of databases()) {
    await withTempDatabase(server_url, async (place) => {
      const first = startServer(place)
      const first_ms = await first.ready()
      rows.push(
        row(`first start, ${name}`, ms(first_ms), 'empty data folder and database', {
          [`first_start_${name.toLowerCase()}_s`]: tenths(first_ms / 1_000),
        }),
      )
      await first.stop()
      const warm: number[] = []
      for (let n = 0; n < warmStarts; n++) {
        const again = startServer(place)
        warm.push(await again.ready())
        await again.stop()
      }
      rows.push(
        row(
          `start, ${name}`,
          ms(median(warm)),
          `median of ${warm.map((each) => Math.round(each)).join(', ')}`,
          { [`start_${name.toLowerCase()}_s`]: tenths(median(warm) / 1_000) },
        ),
        ...(await whileIdle(name, place)),
      )
    })
  }
  return rows
}

/** What a server without users takes: memory, and the share of one core. */
async function whileIdle(name: string, place: ServerPlace): Promise<Row[]> {
  const server = startServer(place)
  const pid = server.child.pid
  await server.ready()
  await sleep(settled_ms)
  const before_ms = cpu_ms(pid)
  await sleep(idle_ms)
  const cpu_percent = ((cpu_ms(pid) - before_ms) / idle_ms) * 100
  const memory = Math.round(memory_mib(pid))
  await server.stop()
  return [
    row(`memory while idle, ${name}`, `${memory} MiB`, 'three minutes after the start', {
      [`idle_memory_${name.toLowerCase()}_mib`]: memory,
    }),
    row(`processor while idle, ${name}`, `${cpu_percent.toFixed(1)}% of a core`),
  ]
}
