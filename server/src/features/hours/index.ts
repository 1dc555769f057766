export { hoursRoutes } from './routes.ts'
export { answerPromise, plainPromise, shownHours } from './service.ts'
export { findHours } from './store.ts'
