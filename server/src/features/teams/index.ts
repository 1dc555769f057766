import type { Feature } from '#platform/feature.ts'
import { teamRoutes } from './routes.ts'

export { autoAssignJob, queueAutoAssignment } from './auto-assign-job.ts'
export { joinTeams } from './service.ts'
export { countTeams, findTeam, listTeams } from './store.ts'

export const teams: Feature = {
  name: 'teams',
  routes: teamRoutes,
}
