import type { Context } from '#platform/context/context.ts'
import type { Feature } from '#platform/feature.ts'
import type { Jobs } from '#platform/jobs/index.ts'
import { removeOldEverywhereJob, removeOldJob } from './jobs.ts'
import { removeOld, removeOldEverywhere } from './removal.ts'
import { retentionRoutes } from './routes.ts'

function retentionJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(removeOldJob, ({ integration_id }, { signal }) => removeOld(ctx, integration_id, signal))
  jobs.register(removeOldEverywhereJob, () => removeOldEverywhere(ctx))
  jobs.schedule(removeOldEverywhereJob, '11 2 * * *', {})
}

export const retention: Feature = { name: 'retention', routes: retentionRoutes, jobs: retentionJobs }
