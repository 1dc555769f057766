import {
  type MemberNotification,
  notificationChanged,
  type NotificationKind,
  notificationsRead,
} from '@ozvi/contract'
import { ownAudience } from '#features/integrations'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { preferencesWith, isMuted } from './preferences.ts'
import { enqueuePushes } from './push.ts'
import { listRecipients, type Recipient } from './recipient-store.ts'
import * as store from './store.ts'

/** An event of a conversation that members are notified of. */
export interface NotificationEvent extends store.ConversationKey {
  kind: NotificationKind
  /** The members to notify; by default members who can reply, or those of its team. */
  user_ids?: readonly string[]
  /** Already loaded by the caller, for these `user_ids`. */
  recipients?: readonly Recipient[] | undefined
  seq: number
  number: number
  actor_name: string | null
  preview: string
}

/**
 * Creates notifications in the transaction of the event, according to each member's preferences. None for
 * people who aren't members, or have muted the workspace.
 */
export async function notify(
  ctx: Context,
  tx: Tx,
  { user_ids, recipients, ...what }: NotificationEvent,
): Promise<void> {
  const now = ctx.now()
  const members = recipients ?? (await listRecipients(tx, what, user_ids))
  const inTeam = user_ids ? [] : members.filter((member) => member.team_id !== null)
  const notified = (inTeam.length > 0 ? inTeam : members)
    .map(({ user_id, preferences, version, has_device }) => ({
      user_id,
      has_device,
      preferences: preferencesWith(what.integration_id, preferences, version),
    }))
    .filter(({ preferences }) => preferences.is_on)
  if (notified.length === 0) return
  const at = new Date(now).toISOString()
  const rows = await store.insertNotifications(
    tx,
    notified.map(({ user_id, preferences }) => ({
      ...what,
      user_id,
      at,
      mail_due_at: preferences.kinds[what.kind].email
        ? new Date(now + preferences.email_delay_min * 60_000).toISOString()
        : null,
    })),
  )
  const pushed: { id: string; user_id: string }[] = []
  for (const { user_id, ...notification } of rows) {
    const member = notified.find((each) => each.user_id === user_id)
    if (!member) continue
    const { preferences, has_device } = member
    const channels = preferences.kinds[what.kind]
    // The whole team is alerted once, not for every message of an unassigned customer.
    const isLoud = !isMuted(preferences, now) && (what.kind !== 'unassigned' || notification.count === 1)
    if (isLoud && channels.push && has_device) pushed.push({ id: notification.id, user_id })
    const shows_desktop = isLoud && channels.desktop
    const plays_sound = isLoud && channels.sound
    emitNotification(tx, user_id, notification, { shows_desktop, plays_sound, volume: preferences.volume })
  }
  await enqueuePushes(ctx, tx, what.integration_id, pushed)
}

const silent = { shows_desktop: false, plays_sound: false, volume: 0 }
/** Sends a new or changed notification to its member, by default without an alert. */
export const emitNotification = (tx: Tx, user_id: string, notification: MemberNotification, alert = silent) =>
  tx.emit(
    notificationChanged,
    { notification, ...alert },
    { user_id },
    ownAudience(notification.integration_id, user_id),
  )

export function emitRead(tx: Tx, integration_id: string, read: { id: string; user_id: string }[]): void {
  for (const user_id of new Set(read.map((each) => each.user_id))) {
    const ids = read.filter((each) => each.user_id === user_id).map(({ id }) => id)
    tx.emit(notificationsRead, { integration_id, ids }, { user_id }, ownAudience(integration_id, user_id))
  }
}

/** Updates the preview of notifications after a note was edited or deleted. */
export async function updateNotificationPreview(
  tx: Tx,
  key: store.ConversationKey & { seq: number },
  preview: string,
): Promise<void> {
  for (const { user_id, ...notification } of await store.setPreview(tx, key, preview))
    emitNotification(tx, user_id, notification)
}

/**
 * Updates notifications after their entries moved; of two that become duplicates, the moved one is marked as
 * read.
 */
export async function moveNotifications(
  ctx: Context,
  tx: Tx,
  integration_id: string,
  moves: readonly store.EntryMove[],
): Promise<void> {
  const ids = await store.findDuplicates(tx, integration_id, moves)
  if (ids.length > 0)
    emitRead(tx, integration_id, await store.markRead(tx, integration_id, { ids }, isoNow(ctx)))
  for (const { user_id, ...notification } of await store.moveNotifications(tx, integration_id, moves))
    emitNotification(tx, user_id, notification)
}

/** Marks notifications as read that a member has seen with the conversation. */
export async function markSeenUpTo(
  ctx: Context,
  tx: Tx,
  { integration_id, conversation_id }: store.ConversationKey,
  user_id: string,
  up_to_seq: number,
): Promise<void> {
  const filter = { conversation_id, user_id, up_to_seq }
  emitRead(tx, integration_id, await store.markRead(tx, integration_id, filter, isoNow(ctx)))
}
/** Marks notifications of the whole team as read after a member handled the event. */
export async function markHandled(
  ctx: Context,
  tx: Tx,
  { integration_id, conversation_id }: store.ConversationKey,
): Promise<void> {
  const filter = { conversation_id, kinds: ['unassigned', 'overdue'] } as const
  emitRead(tx, integration_id, await store.markRead(tx, integration_id, filter, isoNow(ctx)))
}
/** Marks the member's own notifications as read: those named, or all. */
export async function markOwnRead(
  ctx: Context,
  tx: Tx,
  { integration_id, user_id }: store.MemberKey,
  ids?: string[],
) {
  const filter = { user_id, ...(ids ? { ids } : {}) }
  emitRead(tx, integration_id, await store.markRead(tx, integration_id, filter, isoNow(ctx)))
}
