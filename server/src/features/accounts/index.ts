export { csrfRoute } from './csrf-route.ts'
export { anyone, mustBeVerified, signedIn, verified } from './guards.ts'
export { accountRoutes } from './routes.ts'
export { type Session, sessionCookie } from './sessions.ts'
