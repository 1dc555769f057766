import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteOldMerges } from './merging/merges.ts'

const deleteOldMergesJob = defineJob('contacts.forget_merges', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})

export function contactJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteOldMergesJob, () => deleteOldMerges(ctx))
  jobs.schedule(deleteOldMergesJob, '27 3 * * *', {})
}
