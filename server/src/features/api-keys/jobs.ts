import * as z from 'zod/mini'
import { deleteOldRequests } from '#features/api-access'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'

const deleteOldAnswersJob = defineJob('api-keys.forget_answers', z.object({}))

export function apiKeyJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteOldAnswersJob, () => deleteOldRequests(ctx))
  jobs.schedule(deleteOldAnswersJob, '41 * * * *', {})
}
