export { mailUnseen } from './mails.ts'
export { notificationJobs } from './jobs.ts'
export { dealtWith, followMoves, type Happening, notify, reword, seenUpTo } from './notify.ts'
export { notificationRoutes, oneClickStop } from './routes.ts'
