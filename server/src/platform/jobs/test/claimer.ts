/*
 * Runs jobs that kill their process: node claimer.ts <data_dir> <kills,kills> <retry_limit> [<database_url>]
 * Prints `claimed <kills>` for each claim and `survived <kills>` for each success; when nothing is left to
 * claim, the dead letters and `done`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { connectDatabase, type Query } from '#platform/database/index.ts'
import { createJobs, defineJob } from '../index.ts'

const [, , data_dir = '', kills = '', retry_limit, database_url] = process.argv
const log = pino({ level: 'silent' })
const database = await connectDatabase({ data_dir, database_url, log })
const jobs = createJobs({ database, log })
const print = (line: string) => new Promise((resolve) => process.stdout.write(`${line}\n`, resolve))

/** Kills its process on each of the first `kills` claims. */
const killer = defineJob('killer', z.object({ kills: z.number() }), {
  retry_delay_s: 0,
  retry_limit: Number(retry_limit),
  heartbeat_s: 10,
})
jobs.register(killer, async ({ kills }, { attempt }) => {
  await print(`claimed ${kills}`)
  if (attempt <= kills) process.kill(process.pid, 'SIGKILL')
  await print(`survived ${kills}`)
})
await jobs.start()

const count = async (where: string) => {
  const { rows } = await database.pool.query(`select from pgboss.job where name = 'killer' and ${where}`)
  return rows.length
}
if ((await count('true')) === 0) {
  const query: Query = (text, values = []) => database.pool.query(text, [...values])
  for (const number of kills.split(',')) await jobs.enqueue(query, killer, { kills: Number(number) })
  jobs.wake(killer)
}
while ((await count(`state in ('created', 'retry', 'active')`)) > 0) await sleep(50)
for (const { data, attempts } of await jobs.deadLetters()) {
  await print(`dead ${killer.data.parse(data).kills} after ${attempts}`)
}
await jobs.stop({ timeout_ms: 1_000 })
await database.close()
await print('done')
