import type { Feature } from '#platform/feature.ts'
import { customRoleRoutes } from './routes.ts'

export { resolveRole } from './service.ts'

export const customRoles: Feature = {
  name: 'custom-roles',
  routes: customRoleRoutes,
}
