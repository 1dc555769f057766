import type { Context } from '#platform/context/context.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import { erase } from './erase.ts'
import { eraseJob } from './erase-job.ts'

export function contactDataJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(eraseJob, (key, { signal }) => erase(ctx, key, signal))
}
