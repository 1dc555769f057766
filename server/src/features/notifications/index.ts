export { mailUnseen } from './mails.ts'
export { notificationJobs } from './jobs.ts'
export {
  markHandled,
  moveNotifications,
  type NotificationEvent,
  notify,
  updateNotificationPreview,
  markSeenUpTo,
} from './notify.ts'
export { notificationRoutes, oneClickUnsubscribe } from './routes.ts'
export { unsubscribe } from './service.ts'
export { notifySuggestion, resolveSuggestion } from './suggestions.ts'
