export { hoursRoutes } from './routes.ts'
export { answerPromise, shownHours } from './service.ts'
export { findHours } from './store.ts'
