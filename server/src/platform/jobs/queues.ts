import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { PgBoss, Queue } from 'pg-boss'
import type { Database } from '#platform/database/index.ts'
import { deadLetters } from './dead-letters.ts'
import type { JobDefinition } from './job-kind.ts'

const day_s = 24 * 60 * 60

/** Creates or updates a queue for every kind, and sets exactly the given schedules. Writes only what differs. */
export async function createQueues(
  boss: PgBoss,
  jobs: JobDefinition[],
  schedules: Map<string, { cron: string; data: unknown }>,
) {
  const open = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!open.has(deadLetters)) await boss.createQueue(deadLetters, { retentionSeconds: 90 * day_s })
  for (const job of jobs) {
    const queue = open.get(job.name)
    if (queue && isDeepStrictEqual(pick(queue, asQueue(job)), asQueue(job))) continue
    if (queue) await boss.updateQueue(job.name, asQueue(job))
    else await boss.createQueue(job.name, { ...asQueue(job), policy: policyOf(job) })
    // Loads the queue into pg-boss's cache, so enqueueing needn't read it during the caller's transaction.
    await boss.findJobs(job.name, { id: randomUUID() })
  }
  const scheduled = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const name of scheduled.keys()) if (!schedules.has(name)) await boss.unschedule(name)
  for (const [name, definition] of schedules) {
    const { cron, data } = scheduled.get(name) ?? {}
    if (isDeepStrictEqual({ cron, data }, definition)) continue
    // pg-boss types its data as an object; every JSON value works.
    await boss.schedule(name, definition.cron, definition.data as object, { tz: 'UTC' })
  }
}

/** The properties of `whole` that `part` has, too. */
const pick = (object: object, part: object) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name in part))

/** `short` allows one waiting, `singleton` one running job, enforced by a database index. */
function policyOf({ singleton, in_turn }: JobDefinition) {
  if (singleton) return 'short'
  return in_turn ? 'singleton' : 'standard'
}

const asQueue = (job: JobDefinition) =>
  ({
    retryLimit: job.retry_limit,
    retryDelay: job.retry_delay_s,
    retryBackoff: job.retry_delay_s > 0,
    expireInSeconds: job.expire_s,
    heartbeatSeconds: job.heartbeat_s,
    retentionSeconds: 14 * day_s,
    deleteAfterSeconds: day_s,
    deadLetter: deadLetters,
    notify: true,
  }) satisfies Partial<Queue>

/**
 * Returns jobs left running by a killed process. On the embedded database no other process can be running
 * them, so there is no heartbeat to wait for. The claim still counts.
 */
export async function reclaim(boss: PgBoss, { pool }: Database) {
  const { rows } = await pool.query<{ name: string; ids: string[] }>(
    `select name, array_agg(id::text) as ids from pgboss.job where state = 'active' group by name`,
  )
  for (const { name, ids } of rows)
    await boss.fail(name, ids, { message: 'The process ended during the run.' })
}
