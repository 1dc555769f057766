import { ActRun, goOn } from '#features/bulk-acts'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { changeMany } from './work.ts'

/** Continues a bulk action on contacts. */
export const changeContactsNow = defineJob('contact-bulk.change_many', ActRun, {
  retry_limit: 5,
  retry_delay_s: 2,
  expire_s: 1_800,
  concurrency: 2,
})

export function contactBulkJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(changeContactsNow, (act) => goOn(ctx, act, changeMany))
}
