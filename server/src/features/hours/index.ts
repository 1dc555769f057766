export { hoursRoutes } from './routes.ts'
export { answerPromise, plainPromise, shownHours } from './service.ts'
export { afterOpen, openBetween } from './spans.ts'
export { findHours } from './store.ts'
