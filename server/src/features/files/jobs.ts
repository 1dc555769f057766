import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteUnattached } from './service.ts'

const removeUnnamedJob = defineJob('files.remove_unnamed', z.object({}), { expire_s: 600 })

export function fileJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(removeUnnamedJob, () => deleteUnattached(ctx))
  jobs.schedule(removeUnnamedJob, '23 * * * *', {})
}
