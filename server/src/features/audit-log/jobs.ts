import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteOld } from './store.ts'

export const forgetAuditEntries = defineJob('audit-log.forget_old', z.object({}))

export function auditLogJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(forgetAuditEntries, async () => {
    await ctx.transaction(deleteOld)
  })
  jobs.schedule(forgetAuditEntries, '47 3 * * *', {})
}
