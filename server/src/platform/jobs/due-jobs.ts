import type { Database, Log } from '#platform/database/index.ts'

const check_every_ms = 2_000

/**
 * Looks for jobs that can start: one statement for all kinds, instead of one for each.
 *
 * @returns the kinds that have one
 */
async function findDueKinds({ pool }: Database, names: string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select kind.name from unnest($1::text[]) as kind(name)
     where exists (
       select 1 from pgboss.job
       where job.name = kind.name and job.state < 'active' and not job.blocked and job.start_after <= now()
     )`,
    [names],
  )
  return rows.map(({ name }) => name)
}

/**
 * Calls `wake` for kinds with a job from before the start, whose delay is over, that is retried, or that another process
 * has enqueued.
 */
export function wakeWhenDue(
  database: Database,
  names: string[],
  wake: (name: string) => void,
  log: Log,
  stopping: AbortSignal,
): void {
  if (stopping.aborted) return
  let isChecking = false
  async function check() {
    if (isChecking) return
    isChecking = true
    try {
      for (const name of await findDueKinds(database, names)) wake(name)
    } catch (error) {
      if (!stopping.aborted) log.warn({ err: error }, 'jobs: failed to find due jobs')
    } finally {
      isChecking = false
    }
  }
  void check()
  const timer = setInterval(() => void check(), check_every_ms)
  stopping.addEventListener('abort', () => clearInterval(timer))
}
