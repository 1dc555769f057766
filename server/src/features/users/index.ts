export { avatarReading } from './avatar-reading.ts'
export { userRoutes } from './routes.ts'
export { findInvitedAddress } from './store.ts'
