import { type NotificationKind, type SuggestionTopic } from '@ozvi/contract'
import type { Context, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { preferencesWith, isMuted } from './preferences.ts'
import { emitNotification, emitRead } from './notify.ts'
import { enqueuePushes } from './push.ts'
import { listMembers } from './recipient-store.ts'
import * as store from './store.ts'

/** An event of a suggestion that members are notified of. */
interface SuggestionEvent {
  kind: Extract<NotificationKind, 'suggested' | 'accepted' | 'declined'>
  integration_id: string
  suggestion_id: string
  topic: SuggestionTopic
  actor_name: string
  preview: string
  /** The acting member, who isn't notified. */
  by_id: string
  /** For `accepted` and `declined`: the author; for `suggested` all who can decide are notified. */
  author_id?: string
}

/** Creates notifications in the transaction of the event, according to each member's preferences. */
export async function notifySuggestion(
  ctx: Context,
  tx: Tx,
  { by_id, author_id, ...what }: SuggestionEvent,
): Promise<void> {
  const now = ctx.now()
  const { integration_id, kind } = what
  const members = await listMembers(tx, integration_id, {
    right: kind === 'suggested' ? 'knowledge.manage' : 'knowledge.suggest',
    user_id: author_id,
  })
  const recipients = members
    .map(({ user_id, preferences, version }) => ({
      user_id,
      preferences: preferencesWith(integration_id, preferences, version),
    }))
    .filter(({ user_id, preferences }) => user_id !== by_id && preferences.is_on)
  if (recipients.length === 0) return
  const rows = await store.insertSuggestionNotifications(
    tx,
    recipients.map(({ user_id, preferences }) => ({
      ...what,
      user_id,
      at: new Date(now).toISOString(),
      mail_due_at: preferences.kinds[kind].email
        ? new Date(now + preferences.email_delay_min * 60_000).toISOString()
        : null,
    })),
  )
  const pushed: { id: string; user_id: string }[] = []
  for (const { user_id, ...notification } of rows) {
    const preferences = recipients.find((member) => member.user_id === user_id)?.preferences
    if (!preferences) continue
    const { desktop, sound, push } = preferences.kinds[kind]
    const isLoud = !isMuted(preferences, now)
    if (isLoud && push) pushed.push({ id: notification.id, user_id })
    emitNotification(tx, user_id, notification, {
      shows_desktop: isLoud && desktop,
      plays_sound: isLoud && sound,
      volume: preferences.volume,
    })
  }
  await enqueuePushes(ctx, tx, integration_id, pushed)
}

/** Marks notifications about a decided suggestion as read. */
export async function resolveSuggestion(
  ctx: Context,
  tx: Tx,
  { integration_id, suggestion_id }: { integration_id: string; suggestion_id: string },
): Promise<void> {
  const filter = { suggestion_id, kinds: ['suggested'] } as const
  const now = isoNow(ctx)
  emitRead(tx, integration_id, await store.markRead(tx, integration_id, filter, now))
}
