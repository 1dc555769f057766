import { defineEvent, defineRoute } from '../api.ts'
import { notificationsMax } from './notification-limits.ts'
import type * as schema from './notifications.schema.ts'

export type {
  NotificationKind,
  NotificationChannel,
  MemberNotification,
  NotificationPreferences,
} from './notifications.schema.ts'

export const notificationKinds = [
  /** … waits for the team and is unassigned. */
  'unassigned',
  /** … was assigned to the member by someone else. */
  'assigned',
  /** … has a note that mentions them. */
  'mentioned',
  /** … is theirs, and the customer has written. */
  'replied',
  /** … is the member's or unassigned, and its reply is overdue. */
  'overdue',
  /** A suggestion waits for the member's decision. */
  'suggested',
  /** The member's suggestion was accepted … */
  'accepted',
  /** … or declined. */
  'declined',
] as const
export const notificationChannels = ['desktop', 'sound', 'push', 'email'] as const

export const mailDelays_min = [5, 15, 30, 60, 240] as const

/** Lists the caller's newest `notificationsMax` notifications, newest first. */
export const listNotifications = defineRoute<typeof schema.listNotifications>()(
  'GET',
  '/api/integration/:integration_id/notification',
)
/** Marks the given notifications of the caller as read, or all of them. */
export const markNotificationsRead = defineRoute<typeof schema.markNotificationsRead>()(
  'POST',
  '/api/integration/:integration_id/notification/read',
)
export const getNotificationPreferences = defineRoute<typeof schema.getNotificationPreferences>()(
  'GET',
  '/api/integration/:integration_id/notification-preferences',
)
/** Updates the caller's notification preferences. Omitted fields keep their value. */
export const updateNotificationPreferences = defineRoute<typeof schema.updateNotificationPreferences>()(
  'PUT',
  '/api/integration/:integration_id/notification-preferences',
)
/**
 * Unsubscribes a member from the notification emails of a workspace, with the link in one of them. Needs no
 * session.
 * @throws Problem `invalid_input` on `token`: not valid
 */
export const unsubscribeNotificationEmails = defineRoute<typeof schema.unsubscribeNotificationEmails>()(
  'POST',
  '/api/notification-mails/stop',
)

const ownChannel = ({ user_id }: { user_id: string }) => `private-user.${user_id}`
/** A notification is new or was updated. */
export const notificationChanged = defineEvent<typeof schema.notificationChanged>()(
  'NotificationChanged',
  ownChannel,
)
export const notificationsRead = defineEvent<typeof schema.notificationsRead>()(
  'NotificationsRead',
  ownChannel,
)
/** The result is the list that a reload would return. */
export const notificationPreferencesChanged = defineEvent<typeof schema.notificationPreferencesChanged>()(
  'NotificationPreferencesChanged',
  ownChannel,
)

/** Newest first; an older version is ignored. */
export function applyNotificationChanged(
  list: readonly schema.MemberNotification[],
  notification: schema.MemberNotification,
): schema.MemberNotification[] {
  const current = list.find(({ id }) => id === notification.id)
  if (current && current.version >= notification.version) return [...list]
  return [...list.filter(({ id }) => id !== notification.id), notification]
    .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
    .slice(0, notificationsMax)
}

export const applyNotificationsRead = (
  list: readonly schema.MemberNotification[],
  { ids }: { ids: readonly string[] },
): schema.MemberNotification[] =>
  list.map((notification) =>
    ids.includes(notification.id) && !notification.is_read
      ? { ...notification, is_read: true, version: notification.version + 1 }
      : notification,
  )
