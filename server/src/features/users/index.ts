export { avatarOperation, avatarReading } from './avatar-reading.ts'
export { userRoutes } from './routes.ts'
