import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { log } from '../../../test/template.ts'
import { queryIn, transaction } from '#platform/database/index.ts'
import { createJobs, defineJob } from './index.ts'

const database = await testDatabase()
const db = new Kysely<never>({ dialect: new PostgresDialect({ pool: database.pool }) })
const queued = defineJob('test.queued', z.object({ number: z.number() }), { in_turn: true })
// The embedded database supports one worker process.
const runners = Array.from({ length: database.embedded ? 1 : 3 }, () => createJobs({ database, log }))
afterAll(async () => {
  for (const runner of runners) await runner.stop({ timeout_ms: 1_000 })
  await database.close()
})

test('one sequential job runs at a time, regardless of the number of runners; a single runner starts the oldest first', async () => {
  const numbers: number[] = []
  let running = 0
  let most = 0
  for (const runner of runners) {
    runner.register(queued, async ({ number }) => {
      most = Math.max(most, ++running)
      await sleep(5) // long enough for others to interfere
      numbers.push(number)
      running--
    })
    await runner.start()
  }
  const [first] = runners
  for (let number = 0; number < 20; number++)
    await transaction(db, (tx) => first?.enqueue(queryIn(tx), queued, { number }) ?? Promise.resolve(null))
  const wakeAll = () => {
    for (const runner of runners) runner.wake(queued)
    return numbers.length
  }
  await expect.poll(wakeAll, { interval: 10 }).toBe(20)
  expect(most).toBe(1)
  const in_order = Array.from({ length: 20 }, (_, number) => number)
  expect(database.embedded ? numbers : numbers.toSorted((a, b) => a - b)).toEqual(in_order)
})
