import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Id, Time, TimeZone } from '../fields.schema.ts'
import { notificationsMax } from './notification-limits.ts'
import { notificationChannels, notificationKinds } from './notifications.ts'
import { SuggestionTopic } from '../suggestions/suggestions.schema.ts'

/** A notification is about a conversation that … */
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>
/** The channels, in addition to the list in the app. */
export const NotificationChannel = z.enum(notificationChannels)
export type NotificationChannel = z.infer<typeof NotificationChannel>

/** An entry of a member's list. Further events of the same kind increase its count until it is read. */
export const MemberNotification = z.object({
  id: Id,
  integration_id: Id,
  /** Null for suggestions. */
  conversation_id: z.nullable(Id),
  suggestion_id: z.nullable(Id),
  /** Topic of the suggestion. */
  topic: z.nullable(SuggestionTopic),
  kind: NotificationKind,
  /** Number of events since it was last read. */
  count: z.int(),
  /** `seq` of the newest entry it is about; 0 for suggestions. */
  seq: z.int(),
  /** Number of the conversation; 0 for suggestions. */
  number: z.int(),
  /** The teammate, team or rule that caused it; null if the customer did. */
  actor_name: z.nullable(z.string()),
  /** The current name of the customer who caused it; null if a teammate did. */
  contact: z.nullable(z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) })),
  /** The shortened text of the message, or the title of the suggestion; empty if there is none. */
  preview: z.string(),
  at: Time,
  is_read: z.boolean(),
  /** Incremented on every change, so older events never overwrite newer data. */
  version: z.int(),
})
export type MemberNotification = z.infer<typeof MemberNotification>
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clock_invalid'))
const Channels = z.object({ desktop: z.boolean(), sound: z.boolean(), push: z.boolean(), email: z.boolean() })
export const QuietHours = z.object({
  is_on: z.boolean(),
  /** Hours that end at or before their start continue into the next day. */
  from: Clock,
  to: Clock,
})
/** The preferences of a member in one workspace. */
export const NotificationPreferences = z.object({
  integration_id: Id,
  /** If false, the member gets no notifications from this workspace. */
  is_on: z.boolean(),
  kinds: z.object({
    unassigned: Channels,
    assigned: Channels,
    mentioned: Channels,
    replied: Channels,
    overdue: Channels,
    suggested: Channels,
    accepted: Channels,
    declined: Channels,
  }),
  /** In percent. */
  volume: z.int(),
  email_delay_min: z.int(),
  /**
   * When desktop notifications, sounds and push notifications are silent. Emails and the list are not
   * affected.
   */
  quiet_hours: QuietHours,
  /** The time zone of the quiet hours. */
  time_zone: z.string(),
  /** Whether push notifications and emails include the text of the message and its author. */
  include_text: z.boolean(),
  version: z.int(),
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>
export const listNotifications = schemas({
  output: z.array(MemberNotification),
  problems: ['not_found'],
})
export const markNotificationsRead = schemas({
  input: z.object({ ids: z.optional(z.array(Id).check(z.maxLength(notificationsMax))) }),
  output: Nothing,
  problems: ['not_found', 'invalid_input'],
})
export const getNotificationPreferences = schemas({
  output: NotificationPreferences,
  problems: ['not_found'],
})
export const updateNotificationPreferences = schemas({
  input: z.object({
    is_on: z.optional(z.boolean()),
    kinds: z.optional(NotificationPreferences.shape.kinds),
    volume: z.optional(z.int().check(z.gte(0), z.lte(100))),
    email_delay_min: z.optional(z.int().check(z.gte(1), z.lte(1440))),
    quiet_hours: z.optional(QuietHours),
    time_zone: z.optional(TimeZone),
    include_text: z.optional(z.boolean()),
  }),
  output: NotificationPreferences,
  problems: ['not_found', 'invalid_input'],
})
export const unsubscribeNotificationEmails = schemas({
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: z.object({ workspace: z.string() }),
  problems: ['invalid_input'],
})
export const notificationChanged = z.object({
  notification: MemberNotification,
  /** Whether the member wants a desktop notification for it now. */
  shows_desktop: z.boolean(),
  plays_sound: z.boolean(),
  volume: z.int(),
})
export const notificationsRead = z.object({ integration_id: Id, ids: z.array(Id) })
export const notificationPreferencesChanged = NotificationPreferences
