import type { Feature } from '#platform/feature.ts'
import { scenarioImageJobs } from './jobs.ts'
import { scenarioImageReading } from './reading.ts'
import { scenarioImageRoutes } from './routes.ts'

export const scenarioImages: Feature = {
  name: 'scenario-images',
  routes: scenarioImageRoutes,
  http: ({ app, ctx }) => scenarioImageReading(app, ctx),
  jobs: scenarioImageJobs,
}
