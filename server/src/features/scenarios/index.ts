import type { Feature } from '#platform/feature.ts'
import { scenarioJobs } from './jobs.ts'
import { scenarioRoutes } from './routes.ts'

export const scenarios: Feature = {
  name: 'scenarios',
  routes: scenarioRoutes,
  jobs: scenarioJobs,
}
