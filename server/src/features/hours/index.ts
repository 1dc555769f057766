export { hoursRoutes } from './routes.ts'
export { answerPromise, plainPromise, shownHours } from './service.ts'
export { afterOpen, isOpenAt, openBetween, openSpans } from './spans.ts'
export { findHours } from './store.ts'
