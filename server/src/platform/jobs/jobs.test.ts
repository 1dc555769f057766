import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database.ts'
import { log, unpackTemplate } from '../../../test/template.ts'
import { type Database, queryIn, transaction } from '#platform/database/index.ts'
import { createJobs, defineJob, type JobDefinition, type Jobs } from './index.ts'

const Numbered = z.object({ number: z.number() })
const quick = { retry_delay_s: 0 }
const steady = defineJob('test.steady', Numbered, { concurrency: 4 })
const shaky = defineJob('test.shaky', Numbered, quick)
const poison = defineJob('test.poison', Numbered, quick)
const endless = defineJob('test.endless', Numbered, { ...quick, retry_limit: 1, expire_s: 1 })
const single = defineJob('test.single', Numbered, { singleton: true, concurrency: 3 })
const last = defineJob('test.last', Numbered, { singleton: true })
const Placed = z.object({ integration_id: z.string(), number: z.number() })
const shared = defineJob('test.shared', Placed, { concurrency: 2 })
const ranked = defineJob('test.ranked', Numbered)
const nightly = defineJob('test.nightly', z.object({}))

/** With KILL_ROUNDS processes are killed as often as in production. */
const isLong = process.env['KILL_ROUNDS'] !== undefined
/** Generous for a busy machine; normally much faster. */
const soon = { timeout: 20_000 }

let database: Database
let db: Kysely<never>
let jobs: Jobs
const runs: { job: string; number: number; attempt: number }[] = []
const runsOf = (job: JobDefinition<typeof Numbered>) => runs.filter((run) => run.job === job.name)
const aborted: number[] = []
let openGate = () => {}
const gate = new Promise<void>((resolve) => {
  openGate = resolve
})
type Tx = Transaction<never>
/** How many rows each run of `last` saw. */
const seen: number[] = []
const served: string[] = []
let empty = () => {}
const emptied = new Promise<void>((resolve) => {
  empty = resolve
})

beforeAll(async () => {
  database = await testDatabase()
  db = new Kysely<never>({ dialect: new PostgresDialect({ pool: database.pool }) })
  jobs = createJobs({ database, log })
  const note = (job: JobDefinition<typeof Numbered>, number: number, attempt: number) =>
    runs.push({ job: job.name, number, attempt })
  jobs.register(steady, async ({ number }, { attempt }) => void note(steady, number, attempt))
  jobs.register(last, async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from noted`.execute(db)
    seen.push(rows[0]?.count ?? 0)
  })
  jobs.register(ranked, async ({ number }, { attempt }) => void note(ranked, number, attempt))
  jobs.register(shaky, async ({ number }, { attempt }) => {
    note(shaky, number, attempt)
    if (attempt < 3) throw new Error('not yet')
  })
  jobs.register(poison, async ({ number }, { attempt }) => {
    note(poison, number, attempt)
    throw new Error(`cannot digest ${number}`)
  })
  jobs.register(endless, async ({ number }, { attempt, signal }) => {
    note(endless, number, attempt)
    await once(signal, 'abort')
    aborted.push(number)
    await new Promise(() => {})
  })
  jobs.register(single, async ({ number }, { attempt }) => {
    note(single, number, attempt)
    await gate
  })
  jobs.register(shared, async ({ integration_id, number }) => {
    served.push(`${integration_id} ${number}`)
    if (integration_id === 'greedy') await emptied
  })
  await jobs.start()
})
afterAll(async () => {
  await jobs?.stop({ timeout_ms: 1_000 })
  await database?.close()
})

async function enqueue(job: JobDefinition<typeof Numbered>, ...numbers: number[]) {
  await transaction(db, async (tx) => {
    for (const number of numbers) await jobs.enqueue(queryIn(tx), job, { number })
  })
  jobs.wake(job)
}
const letters = async (job: JobDefinition<typeof Numbered>) =>
  (await jobs.deadLetters()).filter((letter) => letter.job === job.name)

test('every job runs once, also with two runners, and a notified worker empties the queue without polling', async () => {
  const other = createJobs({ database, log })
  other.register(
    steady,
    async ({ number }, { attempt }) => void runs.push({ job: steady.name, number, attempt }),
  )
  await other.start()
  const numbers = Array.from({ length: 200 }, (_, number) => number)
  await enqueue(steady, ...numbers)
  await expect.poll(() => runsOf(steady).length, soon).toBeGreaterThanOrEqual(200)
  await sleep(100)
  await other.stop({ timeout_ms: 1_000 })
  expect(
    runsOf(steady)
      .map(({ number }) => number)
      .sort((a, b) => a - b),
  ).toEqual(numbers)
})

test('a job with a higher priority overtakes waiting ones', async () => {
  await transaction(db, async (tx) => {
    for (const number of [1, 2, 3]) await jobs.enqueue(queryIn(tx), ranked, { number })
    await jobs.enqueue(queryIn(tx), ranked, { number: 4 }, { priority: 1 })
  })
  jobs.wake(ranked)
  await expect.poll(() => runsOf(ranked).length, soon).toBe(4)
  expect(runsOf(ranked)[0]?.number).toBe(4)
})

test('a job enqueued in a transaction that is rolled back never runs', async () => {
  const before = runsOf(steady).length
  const failing = transaction(db, async (tx) => {
    await jobs.enqueue(queryIn(tx), steady, { number: -1 })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await enqueue(steady, 1_000)
  await expect.poll(() => runsOf(steady).length, soon).toBe(before + 1)
  expect(runsOf(steady).some(({ number }) => number === -1)).toBe(false)
})

test('a failed job is retried, with the number of attempts', async () => {
  await enqueue(shaky, 1)
  await expect.poll(() => runsOf(shaky).map(({ attempt }) => attempt), soon).toEqual([1, 2, 3])
  expect(await letters(shaky)).toEqual([])
})

test('REL-18 a job that always fails is claimed five times, and is then a dead letter until it is retried', async () => {
  await enqueue(poison, 7)
  await expect
    .poll(() => letters(poison), soon)
    .toMatchObject([{ data: { number: 7 }, attempts: 5, error: 'cannot digest 7' }])
  expect(runsOf(poison).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
  const [letter] = await letters(poison)
  expect(await jobs.revive(letter?.id ?? '')).toBe(true)
  jobs.wake(poison)
  await expect.poll(() => runsOf(poison).length, soon).toBe(10)
  await expect.poll(() => letters(poison), soon).toHaveLength(1)
})

test('REL-18 a job that hangs is aborted, counts as failed and becomes a dead letter; others aren’t delayed', async () => {
  await enqueue(endless, 3)
  await enqueue(steady, 2_000)
  await expect.poll(() => runsOf(steady).some(({ number }) => number === 2_000), soon).toBe(true)
  await expect.poll(() => letters(endless), soon).toMatchObject([{ data: { number: 3 }, attempts: 2 }])
  expect(aborted).toEqual([3, 3])
})

test('data of the wrong shape never reaches the handler', async () => {
  // The type forbids this, but a row written by an older release may contain it.
  await transaction(db, (tx) => jobs.enqueue(queryIn(tx), poison, { number: 'seven' } as never))
  jobs.wake(poison)
  await expect
    .poll(async () => (await letters(poison)).map(({ data }) => data), soon)
    .toContainEqual({ number: 'seven' })
  expect(runs.some(({ number }) => typeof number !== 'number')).toBe(false)
})

test('at most one singleton job waits and one runs for each key', async () => {
  const put = (number: number, singleton_key: string) =>
    transaction(db, (tx) => jobs.enqueue(queryIn(tx), single, { number }, { singleton_key }))
  expect(await put(1, 'a')).not.toBeNull()
  jobs.wake(single)
  await expect.poll(() => runsOf(single).length, soon).toBe(1)
  expect(await put(2, 'a')).not.toBeNull()
  expect(await put(3, 'a')).toBeNull()
  expect(await put(4, 'b')).not.toBeNull()
  jobs.wake(single)
  await expect.poll(() => runsOf(single).map(({ number }) => number), soon).toEqual([1, 4])
  openGate()
  await expect.poll(() => runsOf(single).map(({ number }) => number), soon).toEqual([1, 4, 2])
})

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a singleton that waits does not start before a transaction that counts on it has committed',
  async () => {
    const put = (tx: Tx) => jobs.enqueue(queryIn(tx), last, { number: 0 }, { singleton_key: 'one' })
    await transaction(db, (tx) => sql`create table noted (at int)`.execute(tx))
    const isAdded = Promise.withResolvers<void>()
    const first = transaction(db, async (tx) => {
      await put(tx)
      await sql`insert into noted values (1)`.execute(tx)
      isAdded.resolve()
      await sql`select pg_sleep(0.3)`.execute(tx)
    })
    // Waits for the first to commit, and then finds its job waiting.
    await isAdded.promise
    const second = transaction(db, async (tx) => {
      await sql`insert into noted values (2)`.execute(tx)
      await put(tx)
      for (let n = 0; n < 10; n++) {
        jobs.wake(last)
        await sql`select pg_sleep(0.05)`.execute(tx)
      }
    })
    await Promise.all([first, second])
    jobs.wake(last)
    await expect.poll(() => seen.at(-1), soon).toBe(2)
  },
)

test('REL-28 a workspace with many jobs lets the others run in between', async () => {
  const put = (integration_id: string, count: number) =>
    transaction(db, async (tx) => {
      for (let number = 0; number < count; number++)
        await jobs.enqueue(queryIn(tx), shared, { integration_id, number })
    }).then(() => jobs.wake(shared))
  const servedTo = (name: string) => served.filter((each) => each.startsWith(name)).length
  await put('greedy', 2)
  await expect.poll(() => servedTo('greedy'), soon).toBe(2)
  await put('greedy', 20)
  await put('modest', 5)
  await expect.poll(() => servedTo('modest'), soon).toBe(5)
  expect(servedTo('greedy')).toBe(2)
  empty()
  await expect.poll(() => served.length, soon).toBe(27)
})

test('a job can be delayed', async () => {
  await transaction(db, (tx) => jobs.enqueue(queryIn(tx), steady, { number: 3_000 }, { start_after_s: 1 }))
  await enqueue(steady, 3_001)
  await expect.poll(() => runsOf(steady).some(({ number }) => number === 3_001), soon).toBe(true)
  expect(runsOf(steady).some(({ number }) => number === 3_000)).toBe(false)
  await expect.poll(() => runsOf(steady).some(({ number }) => number === 3_000), soon).toBe(true)
})

test('schedules are those of this release, regardless of older ones', async () => {
  const release = async (cron?: string) => {
    const runner = createJobs({ database, log, works: false })
    runner.register(nightly, async () => {})
    if (cron) runner.schedule(nightly, cron, {})
    await runner.start()
    await runner.stop({ timeout_ms: 0 })
    return (await database.pool.query('select name, cron from pgboss.schedule')).rows
  }
  expect(await release('0 3 * * *')).toEqual([{ name: 'test.nightly', cron: '0 3 * * *' }])
  expect(await release('0 4 * * *')).toEqual([{ name: 'test.nightly', cron: '0 4 * * *' }])
  expect(await release()).toEqual([])
})

test('a process that only enqueues leaves jobs to others', async () => {
  const front = createJobs({ database, log, works: false })
  let has_run_here = false
  front.register(steady, async () => {
    has_run_here = true
  })
  await front.start()
  await transaction(db, (tx) => front.enqueue(queryIn(tx), steady, { number: 4_000 }))
  front.wake(steady)
  await expect.poll(() => runsOf(steady).some(({ number }) => number === 4_000), soon).toBe(true)
  expect(has_run_here).toBe(false)
  await front.stop({ timeout_ms: 0 })
})

test('an unregistered job is rejected immediately', async () => {
  const stranger = defineJob('test.stranger', Numbered)
  const enqueueing = transaction(db, (tx) => jobs.enqueue(queryIn(tx), stranger, { number: 1 }))
  await expect(enqueueing).rejects.toThrow('test.stranger')
})

test.each([
  ['a job under way when its process stops is handed back and run again', false, 50],
  // Longer than the test: it ends when aborted.
  ['a job that yields ends as soon as its process stops, and goes on in the next one', true, 600_000],
])('%s', async (_, yields, timeout_ms) => {
  const own = await testDatabase()
  const kysely = new Kysely<never>({ dialect: new PostgresDialect({ pool: own.pool }) })
  const slow = defineJob('test.slow', Numbered, { ...quick, yields })
  const attempts: number[] = []
  const open = () => {
    const runner = createJobs({ database: own, log })
    runner.register(slow, async (_data, { attempt, signal }) => {
      attempts.push(attempt)
      if (attempt > 1) return
      await once(signal, 'abort')
      if (yields) signal.throwIfAborted()
    })
    return runner
  }
  const first = open()
  await first.start()
  await transaction(kysely, (tx) => first.enqueue(queryIn(tx), slow, { number: 1 }))
  first.wake(slow)
  await expect.poll(() => attempts, soon).toEqual([1])
  await first.stop({ timeout_ms })
  const second = open()
  await second.start()
  await expect.poll(() => attempts, soon).toEqual([1, 2])
  await second.stop({ timeout_ms: 1_000 })
  await own.close()
})

test('REL-18 a job that kills its process resumes after the restart, with the same number of attempts as a failing one', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'jobs-'))
  await unpackTemplate(data_dir)
  const own = await testDatabase()
  // On a server the claims of a dead process expire with their heartbeat, ten seconds each.
  const kills = database.embedded || isLong ? [1, 1000] : [1]
  // Each claim costs a process: one retry shows what the limit does, and a failing job that it is four.
  const retry_limit = isLong ? 4 : 1
  const claimer = join(import.meta.dirname, 'test/claimer.ts')
  const lines: string[] = []
  for (let starts = 0; starts < 10 && lines.at(-1) !== 'done'; starts++) {
    const child = spawn(
      process.execPath,
      [claimer, data_dir, kills.join(), String(retry_limit), own.url ?? ''],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    child.stdout.on('data', (text) => lines.push(...String(text).trim().split('\n')))
    await once(child, 'close')
  }
  await own.close()
  rmSync(data_dir, { recursive: true })
  const claims = retry_limit + 1
  const fates = lines.filter((line) => !line.startsWith('claimed')).sort()
  expect(fates).toEqual(
    kills.length > 1 ? [`dead 1000 after ${claims}`, 'done', 'survived 1'] : ['done', 'survived 1'],
  )
  expect(lines.filter((line) => line === 'claimed 1000')).toHaveLength(kills.length > 1 ? claims : 0)
}, 180_000)
