import type { Feature } from '#platform/feature.ts'
import { tagRoutes } from './routes.ts'

export { findTags, hasTags, listTags } from './store.ts'

export const tags: Feature = {
  name: 'tags',
  routes: tagRoutes,
}
