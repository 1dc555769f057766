import type { Feature } from '#platform/feature.ts'
import { notificationJobs } from './jobs.ts'
import { notificationRoutes, oneClickUnsubscribe } from './routes.ts'
import { unsubscribe } from './service.ts'

export { emailMembers } from './member-email.ts'
export { mailUnseen } from './mails.ts'
export {
  markHandled,
  moveNotifications,
  type NotificationEvent,
  notify,
  updateNotificationPreview,
  markSeenUpTo,
} from './notify.ts'
export { oneClickUnsubscribe, unsubscribeLimit } from './routes.ts'
export { notifySuggestion, resolveSuggestion } from './suggestions.ts'
export { type Recipient, recipientsOf } from './recipient-store.ts'
export { findRecipient } from './store.ts'

export const notifications: Feature = {
  name: 'notifications',
  routes: notificationRoutes,
  http: ({ app, ctx }) => oneClickUnsubscribe(app, ctx, '/api/notification-mails/one-click', unsubscribe),
  jobs: notificationJobs,
}
