import { setTimeout as sleep } from 'node:timers/promises'
import type { Schema } from '@ozvi/contract'
import { PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import type { Database, Log, Query } from '#platform/database/index.ts'
import { bossDatabase } from './boss-database.ts'
import { type DeadLetter, dead_letters, listDeadLetters } from './dead-letters.ts'
import { isShared, type JobKind } from './job-kind.ts'
import { openQueues, reclaim } from './queues.ts'
import { type Run, startWorkers } from './workers.ts'

export interface EnqueueOptions {
  /** Seconds from now before which the job does not run. */
  start_after_s?: number
  /** For jobs declared `singleton`: which ones exclude each other. */
  singleton_key?: string
  /** Jobs with a higher number run first; 0 by default. */
  priority?: number
}

/** Work that is done later, at least once, by this process or another on the same database. */
export interface Jobs {
  /** Says who does a kind of job. Before `start`, once per kind. */
  register<D extends Schema>(job: JobKind<D>, run: Run<D>): void
  /** Enqueues a registered job by the clock: five cron fields, UTC. Before `start`; one schedule per kind. */
  schedule<D extends Schema>(job: JobKind<D>, cron: string, data: z.input<D>): void
  start(): Promise<void>
  /** Claims no more, gives running jobs `timeout_ms` to end, then hands them back to be run again. */
  stop(options: { timeout_ms: number }): Promise<void>
  /**
   * Puts a job in line as part of the transaction behind `query`: it runs if that commits, or never.
   * @returns its id, or null where a singleton already waits.
   */
  enqueue<D extends Schema>(
    query: Query,
    job: JobKind<D>,
    data: z.input<D>,
    options?: EnqueueOptions,
  ): Promise<string | null>
  /** Makes the workers look now; to be called after the commit. */
  wake(job: { name: string }): void
  /** Jobs that failed for good, newest first, at most 1000. */
  deadLetters(): Promise<DeadLetter[]>
  /** Puts a dead letter back in its line, with all its runs before it. @returns whether it was there. */
  revive(id: string): Promise<boolean>
}

const OfWorkspace = z.object({ integration_id: z.string() })
const workspaceOf = (data: unknown) => OfWorkspace.safeParse(data).data?.integration_id

/**
 * Jobs over pg-boss on `database`. With `works: false` this process only enqueues; the embedded database takes
 * one process that works, and one runner in it.
 */
export function createJobs(options: { database: Database; log: Log; works?: boolean }): Jobs {
  const { database, log, works = true } = options
  const boss = new PgBoss({
    db: bossDatabase(database),
    backend: database.embedded ? 'pglite' : 'postgres',
    useListenNotify: !database.embedded, // one process needs no bell
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The job runner failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'The job runner warns'))

  const runs = new Map<string, { job: JobKind; run: Run<Schema> }>()
  const schedules = new Map<string, { cron: string; data: unknown }>()
  let wakeWorkers: (name: string) => void = () => {}
  let has_started = false
  const stopping = new AbortController()

  return {
    register(job, run) {
      if (runs.has(job.name)) throw new Error(`The job ${job.name} is registered twice.`)
      // Data is parsed by the kind's own schema before it reaches the handler registered with it.
      runs.set(job.name, { job, run: run as Run<Schema> })
    },
    schedule(job, cron, data) {
      schedules.set(job.name, { cron, data })
    },
    async start() {
      await boss.start()
      const jobs = [...runs.values()].map(({ job }) => job)
      await openQueues(boss, jobs, schedules)
      has_started = true
      if (!works) return
      if (database.embedded) await reclaim(boss, database)
      wakeWorkers = await startWorkers(boss, [...runs.values()], log, stopping.signal)
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
      if (!has_started || !runs.has(job.name))
        throw new Error(`The job ${job.name} is not open for enqueueing.`)
      const group = job.singleton ? singleton_key : job.in_turn ? 'all' : isShared(job) && workspaceOf(data)
      // pg-boss types its data as an object; every JSON value works.
      return boss.send(job.name, data as object, {
        ...(start_after_s === undefined ? {} : { startAfter: start_after_s }),
        // The key keeps a second one from waiting, the group too many from running.
        ...(job.singleton ? { singletonKey: singleton_key } : {}),
        ...(group ? { group: { id: group } } : {}),
        priority,
        db: { executeSql: query },
      })
    },
    wake: (job) => wakeWorkers(job.name),
    deadLetters: () => listDeadLetters(boss),
    revive: async (id) => (await boss.redrive(dead_letters, { ids: [id] })) > 0,
  }
}
