import type { Feature } from '#platform/feature.ts'
import { hoursRoutes } from './routes.ts'

export { expectedReplyText, replyTimeText, publicHours } from './service.ts'
export { findHours } from './store.ts'

export const hours: Feature = {
  name: 'hours',
  routes: hoursRoutes,
}
