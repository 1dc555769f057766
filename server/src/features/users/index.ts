import type { Feature } from '#platform/feature.ts'
import { avatarReading } from './avatar-reading.ts'
import { userRoutes } from './routes.ts'

export { joinBySingleSignOn } from './joining.ts'
export { countPendingInvitations, findInvitedAddress } from './store.ts'

export const users: Feature = {
  name: 'users',
  routes: userRoutes,
  http: ({ app, ctx }) => avatarReading(app, ctx),
}
