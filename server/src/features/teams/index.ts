export { autoAssignJob, queueAutoAssignment } from './auto-assign-job.ts'
export { teamRoutes } from './routes.ts'
export { joinTeams } from './service.ts'
export { countTeams, findTeam } from './store.ts'
