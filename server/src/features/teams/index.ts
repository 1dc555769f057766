export { handOutNow, handOutSoon } from './hand-out-job.ts'
export { teamRoutes } from './routes.ts'
export { findTeam } from './store.ts'
