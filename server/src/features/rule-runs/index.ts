export { ruleRunJobs } from './jobs.ts'
export { ruleRunRoutes } from './routes.ts'
export { triggerNoReplyRules, deleteOldRuns } from './scheduled-tasks.ts'
export { runRules } from './run.ts'
