export { ruleRunJobs } from './jobs.ts'
export { ruleRunRoutes } from './routes.ts'
export { cueWaits, forgetRuns } from './rounds.ts'
export { runRules } from './run.ts'
