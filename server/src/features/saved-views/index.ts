import type { Feature } from '#platform/feature.ts'
import { savedViewRoutes } from './routes.ts'

export { storeView, viewsOf } from './service.ts'
export { countPersonalViews } from './store.ts'

export const savedViews: Feature = {
  name: 'saved-views',
  routes: savedViewRoutes,
}
