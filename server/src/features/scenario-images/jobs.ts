import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteUnusedImages } from './service.ts'

export const deleteUnusedImagesJob = defineJob('scenario-images.delete_unused', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})

export function scenarioImageJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteUnusedImagesJob, () => deleteUnusedImages(ctx))
  jobs.schedule(deleteUnusedImagesJob, '41 3 * * *', {})
}
