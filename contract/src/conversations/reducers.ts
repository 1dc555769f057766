import type { MemberAvailability } from '../users/availability.ts'
import type { BulkAction } from '../bulk-actions/bulk-actions.ts'
import type { DataSource } from '../data-sources/data-sources.ts'
import { normalizeText } from '../filters/normalize-text.ts'
import { notificationsMax } from '../notifications/notification-limits.ts'
import type { MemberNotification } from '../notifications/notifications.ts'
import type { Rule } from '../rules/rules.ts'
import type { Tag, TagMerged } from '../tags/tags.ts'
import type { CustomRole } from '../users/custom-roles.ts'
import type { Team } from '../users/teams.ts'
import type { Member } from '../users/users.ts'
import type { Hidden } from '../users/visibility.ts'
import type { VisitorConversation, VisitorMessage } from '../visitors/visitors.ts'
import type { Conversation, InboxRow } from './conversations.ts'
import type { Delivered, Message, Seen } from './messages.ts'

/*
 * How events change cached data. Pure and idempotent. No validator is imported, so that the widget can use
 * these too.
 */

/**
 * Keeps `seq` order regardless of the order of arrival; of two versions of a message the newer one wins.
 * Entries before the first one of a renumbered thread are dropped.
 */
export function applyMessageSent<M extends Message | VisitorMessage>(list: readonly M[], message: M): M[] {
  if (list.some(({ seq }) => seq === message.seq)) return applyMessageChanged(list, message)
  const contiguous = message.prev === 0 ? list.filter(({ seq }) => seq > message.seq) : list
  return [...contiguous, message].sort((a, b) => a.seq - b.seq)
}
const versionOf = ({ change }: Message | VisitorMessage) => change?.version ?? 0

/** Messages that aren't cached are ignored: they will be loaded in their new state. */
export const applyMessageChanged = <M extends Message | VisitorMessage>(
  list: readonly M[],
  message: M,
): M[] =>
  list.map((current) =>
    current.seq === message.seq && versionOf(current) < versionOf(message) ? message : current,
  )

/**
 * Whether a received message continues the cached thread: `next` can be applied, `known` is old, and `gap`
 * means that messages were missed and the thread must be reloaded after `last_seq`.
 */
export function continuity(
  last_seq: number,
  message: { seq: number; prev: number },
): 'next' | 'known' | 'gap' {
  if (message.seq <= last_seq) return 'known'
  return message.prev <= last_seq ? 'next' : 'gap'
}

const newestFirst = (
  a: { last_message_at: string; id: string },
  b: { last_message_at: string; id: string },
) => b.last_message_at.localeCompare(a.last_message_at) || b.id.localeCompare(a.id)

/** Inserts the row, newest message first; an older version is ignored. */
export function applyConversationChanged(list: readonly InboxRow[], changed: Conversation): InboxRow[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  const row: InboxRow = {
    ...changed,
    visitor_seen_seq: Math.max(changed.visitor_seen_seq, current?.visitor_seen_seq ?? 0),
    visitor_delivered_seq: Math.max(changed.visitor_delivered_seq, current?.visitor_delivered_seq ?? 0),
    seen_seq: current && isStillRead(current, changed) ? changed.last_seq : (current?.seen_seq ?? 0),
  }
  return [...list.filter(({ id }) => id !== changed.id), row].sort(newestFirst)
}

/** A conversation read to its end stays read if only events such as "assigned to Eva" were added. */
const isStillRead = (current: InboxRow, changed: Conversation) =>
  current.seen_seq === current.last_seq &&
  changed.last_message_at === current.last_message_at &&
  changed.hand_over_at === current.hand_over_at &&
  changed.rating?.rated_at === current.rating?.rated_at

/** Removes a conversation that the member can no longer see, unless a newer version of the row has arrived. */
export const applyConversationHidden = <R extends Pick<Conversation, 'id' | 'version'>>(
  list: readonly R[],
  { conversation_id, version }: Hidden,
): R[] => list.filter((row) => row.id !== conversation_id || row.version > version)

/** The last message that the customer has seen. Members have read cursors of their own. */
export const applyMessagesSeen = (
  list: readonly InboxRow[],
  { conversation_id, side, seq }: Seen,
): InboxRow[] =>
  list.map((row) =>
    row.id === conversation_id && side === 'visitor'
      ? {
          ...row,
          visitor_seen_seq: Math.max(row.visitor_seen_seq, seq),
          visitor_delivered_seq: Math.max(row.visitor_delivered_seq, seq),
        }
      : row,
  )
/** The last message that the customer's browser has received; never decreases. */
export const applyMessagesDelivered = (
  list: readonly InboxRow[],
  { conversation_id, seq }: Delivered,
): InboxRow[] =>
  list.map((row) =>
    row.id === conversation_id
      ? { ...row, visitor_delivered_seq: Math.max(row.visitor_delivered_seq, seq) }
      : row,
  )

export function applyVisitorConversationChanged(
  list: readonly VisitorConversation[],
  changed: VisitorConversation,
): VisitorConversation[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  return [...list.filter(({ id }) => id !== changed.id), changed].sort(newestFirst)
}

/** Oldest source first, as listed; an older version is ignored. */
export function applyDataSourceChanged(list: readonly DataSource[], changed: DataSource): DataSource[] {
  const current = list.find(({ id }) => id === changed.id)
  if (!current) return [...list, changed].sort((a, b) => a.created_at.localeCompare(b.created_at))
  return current.version >= changed.version
    ? [...list]
    : list.map((source) => (source.id === changed.id ? changed : source))
}
export const applyDataSourceDeleted = (list: readonly DataSource[], { id }: { id: string }): DataSource[] =>
  list.filter((source) => source.id !== id)

/** A workspace's tags by name; an older version is ignored. */
export function applyTagChanged(list: readonly Tag[], changed: Tag): Tag[] {
  const current = list.find(({ id }) => id === changed.id)
  if (current && current.version >= changed.version) return [...list]
  return [...list.filter(({ id }) => id !== changed.id), changed].sort(byFoldedName)
}
export const applyTagDeleted = (list: readonly Tag[], { id }: { id: string }): Tag[] =>
  list.filter((tag) => tag.id !== id)

const byFoldedName = (a: { name: string; id: string }, b: { name: string; id: string }) => {
  const [left, right] = [normalizeText(a.name), normalizeText(b.name)]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Replaces the merged tag by its target, without duplicates. Increments the version, as the server does. */
export const applyTagMerged = <R extends Pick<Conversation, 'tag_ids' | 'version'>>(
  list: readonly R[],
  { id, into_id }: TagMerged,
): R[] =>
  list.map((row) =>
    row.tag_ids.includes(id)
      ? {
          ...row,
          tag_ids: row.tag_ids
            .filter((each) => each !== into_id)
            .map((each) => (each === id ? into_id : each)),
          version: row.version + 1,
        }
      : row,
  )

/** A workspace's teams by name; an older version is ignored. */
export function applyTeamSaved(list: readonly Team[], saved: Team): Team[] {
  const current = list.find(({ id }) => id === saved.id)
  if (current && current.version >= saved.version) return [...list]
  const byName = (a: Team, b: Team) =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : a.name.toLowerCase() > b.name.toLowerCase() ? 1 : 0
  return [...list.filter(({ id }) => id !== saved.id), saved].sort(byName)
}
export const applyTeamDeleted = (list: readonly Team[], { id }: { id: string }): Team[] =>
  list.filter((team) => team.id !== id)

/** Unordered; an older version is ignored. */
export function applyCustomRoleSaved(list: readonly CustomRole[], saved: CustomRole): CustomRole[] {
  const current = list.find(({ id }) => id === saved.id)
  if (current && current.version >= saved.version) return [...list]
  return current ? list.map((role) => (role.id === saved.id ? saved : role)) : [...list, saved]
}
export const applyCustomRoleDeleted = (list: readonly CustomRole[], { id }: { id: string }): CustomRole[] =>
  list.filter((role) => role.id !== id)

export const applyAvailabilityChanged = (
  list: readonly Member[],
  { user_id, availability, is_idle }: MemberAvailability,
): Member[] =>
  list.map((member) => (member.user_id === user_id ? { ...member, availability, is_idle } : member))

/** Older versions and other actions are ignored. */
export const applyBulkActionChanged = (current: BulkAction, changed: BulkAction): BulkAction =>
  changed.id === current.id && changed.version > current.version ? changed : current

/** Newest first; an older version is ignored. */
export function applyNotificationChanged(
  list: readonly MemberNotification[],
  notification: MemberNotification,
): MemberNotification[] {
  const current = list.find(({ id }) => id === notification.id)
  if (current && current.version >= notification.version) return [...list]
  return [...list.filter(({ id }) => id !== notification.id), notification]
    .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
    .slice(0, notificationsMax)
}
export const applyNotificationsRead = (
  list: readonly MemberNotification[],
  { ids }: { ids: readonly string[] },
): MemberNotification[] =>
  list.map((notification) =>
    ids.includes(notification.id) && !notification.is_read
      ? { ...notification, is_read: true, version: notification.version + 1 }
      : notification,
  )

/** A workspace's rules in their order: a new one comes last; an older version is ignored. */
export function applyRuleSaved(list: readonly Rule[], saved: Rule): Rule[] {
  const current = list.find(({ id }) => id === saved.id)
  if (!current) return [...list, saved]
  return current.version >= saved.version ? [...list] : list.map((rule) => (rule === current ? saved : rule))
}
export const applyRuleDeleted = (list: readonly Rule[], { id }: { id: string }): Rule[] =>
  list.filter((rule) => rule.id !== id)
/** Rules that aren't listed come last. */
export function applyRulesReordered(list: readonly Rule[], { ids }: { ids: readonly string[] }): Rule[] {
  const rank = ({ id }: Rule) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return list.toSorted((a, b) => rank(a) - rank(b))
}
