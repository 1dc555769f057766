export { teamRoutes } from './routes.ts'
export { findTeam } from './store.ts'
