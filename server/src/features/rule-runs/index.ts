import type { Feature } from '#platform/feature.ts'
import { ruleRunJobs } from './jobs.ts'
import { ruleRunRoutes } from './routes.ts'

export { triggerNoReplyRules, deleteOldRuns } from './scheduled-tasks.ts'
export { runRules } from './run.ts'

export const ruleRuns: Feature = {
  name: 'rule-runs',
  routes: ruleRunRoutes,
  jobs: ruleRunJobs,
}
