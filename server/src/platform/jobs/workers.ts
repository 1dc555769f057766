import type { Schema } from '@ozvi/contract'
import type { PgBoss } from 'pg-boss'
import * as z from 'zod/mini'
import type { Log } from '#platform/database/index.ts'
import { isShared, type JobDefinition } from './job-kind.ts'

/** Workers are woken when a job is due, so they hardly need to poll. */
const poll_s = 60 * 60

export interface RunContext {
  /** Aborts when the run takes too long, loses its claim, or the process stops. */
  signal: AbortSignal
  /** 1 for the first run; counted when the job is claimed, so runs that kill the process count. */
  attempt: number
  job_id: string
}

/** Handles one job; throws to have it retried. */
export type Run<D extends Schema> = (data: z.output<D>, context: RunContext) => Promise<void>

/** Starts as many workers as a kind allows. @returns their ids */
async function startWorkers(
  boss: PgBoss,
  { job, run }: { job: JobDefinition; run: Run<Schema> },
  log: Log,
  stopping: AbortSignal,
): Promise<string[]> {
  const ids: string[] = []
  const wakeWorker = (index: number) => {
    const id = ids[index % ids.length]
    if (id) boss.notifyWorker(id)
  }
  const workers_n = job.concurrency + (isShared(job) ? 1 : 0)
  for (let index = 0; index < workers_n; index++) {
    const options = {
      pollingIntervalSeconds: poll_s,
      notifyPollingIntervalSeconds: poll_s,
      ...(job.singleton || job.in_turn ? { groupConcurrency: 1 } : {}),
      // One worker more than the limit per workspace.
      ...(isShared(job) ? { groupConcurrency: job.concurrency } : {}),
    }
    const id = await boss.work(job.name, options, async ([claimed]) => {
      if (!claimed) return
      const { id: job_id, retryCount } = claimed
      const signal = job.yields ? AbortSignal.any([claimed.signal, stopping]) : claimed.signal
      const attempt = retryCount + 1
      wakeWorker(index + 1) // There may be more jobs.
      try {
        await run(z.parse(job.data, claimed.data), { signal, attempt, job_id })
      } catch (error) {
        if (job.yields && stopping.aborted)
          log.info({ job: job.name, job_id }, 'jobs: a job continues after the restart')
        else log.warn({ err: error, job: job.name, job_id, attempt }, 'jobs: a job failed')
        throw error
      } finally {
        wakeWorker(index) // poll again immediately instead of at the next interval
      }
    })
    ids.push(id)
  }
  return ids
}

/**
 * @returns a function that makes a kind's workers poll now. It starts them when it is first called for the kind:
 * most kinds have no job for hours, and at the start of a server, all workers together would poll before it listens.
 */
export function createWaker(
  boss: PgBoss,
  runs: ReadonlyMap<string, { job: JobDefinition; run: Run<Schema> }>,
  log: Log,
  stopping: AbortSignal,
): (name: string) => void {
  const workers = new Map<string, Promise<string[]>>()
  return (name) => {
    const registered = runs.get(name)
    if (!registered || stopping.aborted) return
    const started = workers.get(name)
    if (started) void started.then((ids) => ids.forEach((id) => boss.notifyWorker(id)))
    else workers.set(name, startWorkers(boss, registered, log, stopping))
  }
}
