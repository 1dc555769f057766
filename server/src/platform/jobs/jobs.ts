import { setTimeout as sleep } from 'node:timers/promises'
import type { Schema } from '@ozvi/contract'
import { PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import type { Database, Log, Query } from '#platform/database/index.ts'
import { bossDatabase } from './boss-database.ts'
import { type DeadLetter, deadLetters, listDeadLetters } from './dead-letters.ts'
import { wakeWhenDue } from './due-jobs.ts'
import { isShared, type JobDefinition } from './job-kind.ts'
import { createQueues, reclaim } from './queues.ts'
import { createWaker, type Run } from './workers.ts'

export interface EnqueueOptions {
  /** Delay in seconds before the job can run. */
  start_after_s?: number
  /** For `singleton` jobs: the key within which they exclude each other. */
  singleton_key?: string
  /** Jobs with a higher number run first; 0 by default. */
  priority?: number
}

/** Background work, done at least once by any process on the same database. */
export interface Jobs {
  /** Registers the handler of a job kind. Before `start`, once per kind. */
  register<D extends Schema>(job: JobDefinition<D>, run: Run<D>): void
  /** Schedules a registered job: five cron fields, UTC. Before `start`; one schedule per kind. */
  schedule<D extends Schema>(job: JobDefinition<D>, cron: string, data: z.input<D>): void
  start(): Promise<void>
  /** Stops claiming, gives running jobs `timeout_ms` to finish, then returns them to the queue. */
  stop(options: { timeout_ms: number }): Promise<void>
  /**
   * Enqueues a job in the transaction of `query`: it runs only if that commits.
   * @returns its id, or null if a singleton is already waiting
   */
  enqueue<D extends Schema>(
    query: Query,
    job: JobDefinition<D>,
    data: z.input<D>,
    options?: EnqueueOptions,
  ): Promise<string | null>
  /** Makes the workers poll now; call it after the commit. */
  wake(job: { name: string }): void
  /** Permanently failed jobs, newest first, at most 1000. */
  deadLetters(): Promise<DeadLetter[]>
  /** Returns a dead letter to its queue with its retries reset. @returns whether it existed */
  revive(id: string): Promise<boolean>
}

const OfWorkspace = z.object({ integration_id: z.string() })
const workspaceOf = (data: unknown) => OfWorkspace.safeParse(data).data?.integration_id

/** Jobs of a group run one at a time, or up to a shared limit. */
function groupOf(job: JobDefinition, data: unknown, singleton_key: string): string | undefined {
  if (job.singleton) return singleton_key
  if (job.in_turn) return 'all'
  return isShared(job) ? workspaceOf(data) : undefined
}

/**
 * Keeps a waiting singleton from starting before the transaction commits: it would not see what the transaction adds.
 * pg-boss skips locked rows.
 *
 * @returns false if it has started in the meantime
 */
async function holdWaiting(query: Query, name: string, singleton_key: string): Promise<boolean> {
  const { rows } = await query(
    `select id from pgboss.job where name = $1 and singleton_key = $2 and state = 'created' for share`,
    [name, singleton_key],
  )
  return rows.length > 0
}

/**
 * Jobs on pg-boss. With `works: false` this process only enqueues. The embedded database supports one worker
 * process.
 */
export function createJobs(options: { database: Database; log: Log; works?: boolean }): Jobs {
  const { database, log, works = true } = options
  const boss = new PgBoss({
    db: bossDatabase(database),
    backend: database.embedded ? 'pglite' : 'postgres',
    useListenNotify: !database.embedded, // a single process needs no notifications
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'jobs: pg-boss failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'jobs: pg-boss warning'))

  const runs = new Map<string, { job: JobDefinition; run: Run<Schema> }>()
  const schedules = new Map<string, { cron: string; data: unknown }>()
  let wakeWorkers: (name: string) => void = () => {}
  let has_started = false
  const stopping = new AbortController()

  return {
    register(job, run) {
      if (runs.has(job.name)) throw new Error(`The job ${job.name} is registered twice.`)
      // Data is parsed with the kind's schema before it reaches its handler.
      runs.set(job.name, { job, run: run as Run<Schema> })
    },
    schedule(job, cron, data) {
      schedules.set(job.name, { cron, data })
    },
    async start() {
      await boss.start()
      const jobs = [...runs.values()].map(({ job }) => job)
      await createQueues(boss, jobs, schedules)
      has_started = true
      if (!works) return
      if (database.embedded) await reclaim(boss, database)
      wakeWorkers = createWaker(boss, runs, log, stopping.signal)
      wakeWhenDue(database, [...runs.keys()], wakeWorkers, log, stopping.signal)
    },
    async stop({ timeout_ms }) {
      wakeWorkers = () => {}
      has_started = false
      stopping.abort()
      const idle = Promise.all([...runs.keys()].map((name) => boss.offWork(name)))
      await Promise.race([idle, sleep(timeout_ms, undefined, { ref: false })])
      await boss.stop({ graceful: false, close: false })
    },
    async enqueue(query, job, data, { start_after_s, singleton_key = 'all', priority = 0 } = {}) {
      if (!has_started || !runs.has(job.name)) throw new Error(`The job ${job.name} isn't registered.`)
      const group = groupOf(job, data, singleton_key)
      const send = () =>
        // pg-boss types its data as an object; every JSON value works.
        boss.send(job.name, data as object, {
          ...(start_after_s === undefined ? {} : { startAfter: start_after_s }),
          // The key keeps a second job from waiting, the group limits concurrency.
          ...(job.singleton ? { singletonKey: singleton_key } : {}),
          ...(group ? { group: { id: group } } : {}),
          priority,
          db: { executeSql: query },
        })
      const id = await send()
      // Transactions of the embedded database run one after another.
      if (id !== null || database.embedded) return id
      return (await holdWaiting(query, job.name, singleton_key)) ? null : send()
    },
    wake: (job) => wakeWorkers(job.name),
    deadLetters: () => listDeadLetters(boss),
    revive: async (id) => (await boss.redrive(deadLetters, { ids: [id] })) > 0,
  }
}
