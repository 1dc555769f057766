import type { Feature } from '#platform/feature.ts'
import { macroRoutes } from './routes.ts'

export { countPersonalMacros, findMacro, listAssigning } from './store.ts'

export const macros: Feature = {
  name: 'macros',
  routes: macroRoutes,
}
