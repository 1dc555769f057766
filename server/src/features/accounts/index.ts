import type { Feature } from '#platform/feature.ts'
import { csrfRoute } from './csrf-route.ts'
import { accountJobs } from './jobs.ts'
import { accountRoutes } from './routes.ts'
import type { FindInvitedAddress } from './service.ts'

export { actorOf } from './acting.ts'
export { confirmed, assertConfirmed } from './confirmation.ts'
export { anyone, assertVerified, signedIn, verified } from './guards.ts'
export { mailNotice } from './mails.ts'
export { hashPassword } from './passwords.ts'
export {
  checkPassword,
  findOrCreateUser,
  lockProviderUser,
  type ProviderUser,
  startProviderSession,
} from './provider-sign-in.ts'
export { endSsoSessions, type Session, sessionCookie } from './sessions.ts'
export { insertUser } from './store.ts'
export { clearTwoFactor } from './two-factor/service.ts'
export { listWorkspaces } from './two-factor/store.ts'

/** @param findInvitedAddress passed in because the feature of invitations imports this one */
export const accounts = (findInvitedAddress: FindInvitedAddress): Feature => ({
  name: 'accounts',
  routes: accountRoutes(findInvitedAddress),
  http: ({ app, ctx, csrf }) => csrfRoute(app, ctx, csrf),
  jobs: accountJobs,
})
