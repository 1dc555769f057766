import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteOld } from './store.ts'

export const deleteOldAuditEntries = defineJob('audit-log.forget_old', z.object({}))

export function auditLogJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteOldAuditEntries, async () => {
    await ctx.transaction(deleteOld)
  })
  jobs.schedule(deleteOldAuditEntries, '47 3 * * *', {})
}
