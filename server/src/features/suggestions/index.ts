import type { Feature } from '#platform/feature.ts'
import { suggestionRoutes } from './routes.ts'

export const suggestions: Feature = {
  name: 'suggestions',
  routes: suggestionRoutes,
}
