import { ActionRun, continueAction } from '#features/bulk-actions'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { changeMany } from './run.ts'

/** Continues a bulk action on contacts. */
export const changeContactsJob = defineJob('contact-bulk.change_many', ActionRun, {
  retry_limit: 5,
  retry_delay_s: 2,
  expire_s: 1_800,
  concurrency: 2,
})

export function contactBulkJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(changeContactsJob, (action) => continueAction(ctx, action, changeMany))
}
