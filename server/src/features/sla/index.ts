import type { Feature } from '#platform/feature.ts'
import { slaRoutes } from './routes.ts'

export { computeSlaDeadline, slaSettings } from './deadline.ts'

export const sla: Feature = {
  name: 'sla',
  routes: slaRoutes,
}
