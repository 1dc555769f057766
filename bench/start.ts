import { startServer } from '../server/test/chaos/server-process.ts'
import { databases, withTempDatabase } from './temp-database.ts'
import { median, ms, type Row, row, tenths } from './report.ts'

const warmStarts = 3

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
      )
    })
  }
  return rows
}
