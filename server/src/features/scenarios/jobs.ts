import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deleteOldScenarios } from './service.ts'

const deleteOldScenariosNow = defineJob('scenarios.delete_old', z.object({}), {
  retry_limit: 0,
  expire_s: 300,
})

export function scenarioJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteOldScenariosNow, async () => void (await deleteOldScenarios(ctx)))
  jobs.schedule(deleteOldScenariosNow, '27 3 * * *', {})
}
