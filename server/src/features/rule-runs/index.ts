export { ruleRunJobs } from './jobs.ts'
export { ruleRunRoutes } from './routes.ts'
export { cueWaits, forgetRuns } from './scheduled-tasks.ts'
export { runRules } from './run.ts'
