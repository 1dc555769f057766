import type { Feature } from '#platform/feature.ts'
import { installationRoutes } from './routes.ts'

export { recordWidgetLoad } from './service.ts'

export const installation: Feature = {
  name: 'installation',
  routes: installationRoutes,
}
