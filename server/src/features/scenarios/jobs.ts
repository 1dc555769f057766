import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteOldScenarios } from './service.ts'

const deleteOldScenariosJob = defineJob('scenarios.delete_old', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})

export function scenarioJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteOldScenariosJob, async () => void (await deleteOldScenarios(ctx)))
  jobs.schedule(deleteOldScenariosJob, '27 3 * * *', {})
}
