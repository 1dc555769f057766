import { type MemberNotification, type NotificationKind, notificationsMax } from '@ozvi/contract'
import { sql } from 'kysely'
import { hasRight } from '#features/integrations'
import { isVisibleTo } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import { prepared } from '#platform/database/index.ts'
import type { StoredPreferences } from './preferences.ts'

export interface MemberKey {
  integration_id: string
  user_id: string
}
export interface ConversationKey {
  integration_id: string
  conversation_id: string
}

/** Actions of customers, who are named by the conversation's contact. */
const customerKinds: readonly NotificationKind[] = ['unassigned', 'replied', 'overdue']
const isOfCustomer = sql<boolean>`notification.kind in (${sql.join(customerKinds.map((kind) => sql.lit(kind)))})`
/** In a notification query: the customer's current name, which may be known only since. */
export const contactOf = sql<MemberNotification['contact']>`case when ${isOfCustomer} then (
  select json_build_object('id', contact.id, 'name', contact.name, 'email', contact.email)
  from conversation join contact
    on contact.integration_id = conversation.integration_id and contact.id = conversation.contact_id
  where conversation.integration_id = notification.integration_id and conversation.id = notification.conversation_id
) end`.as('contact')
/** In a notification query: the teammate, team or rule. */
export const actorName = sql<
  string | null
>`case when ${isOfCustomer} then null else notification.actor_name end`.as('actor_name')

const columns = [
  'id',
  'integration_id',
  'conversation_id',
  'suggestion_id',
  'topic',
  'kind',
  'count',
  'seq',
  'number',
  'preview',
  'at',
  'version',
] as const
const isRead = sql<boolean>`read_at is not null`.as('is_read')
/** In a notification query: whether the member can still see the conversation, or decide on the suggestion. */
export const isStillVisible = sql<boolean>`case when notification.kind = 'suggested' then exists (
  select from member where member.integration_id = notification.integration_id and member.user_id = notification.user_id
    and ${hasRight('knowledge.manage')})
  when notification.suggestion_id is not null then true else exists (
  select from conversation join member on member.integration_id = conversation.integration_id
  where conversation.integration_id = notification.integration_id and conversation.id = notification.conversation_id
    and member.user_id = notification.user_id and ${isVisibleTo('member')}) end`

export interface NewNotification extends Pick<
  MemberNotification,
  'integration_id' | 'kind' | 'seq' | 'number' | 'actor_name' | 'preview' | 'at'
> {
  conversation_id: string
  user_id: string
  mail_due_at: string | null
}
const newColumns = [
  'integration_id',
  'user_id',
  'kind',
  'actor_name',
  'number',
  'seq',
  'preview',
  'at',
  'mail_due_at',
] as const
const conversationColumns = [...newColumns, 'conversation_id'] as const
const suggestionColumns = [...newColumns, 'suggestion_id', 'topic'] as const

/**
 * The notifications whose members still exist. They are locked, so no one can remove them before the commit. Has one
 * parameter, so the statement's text is the same for any number of members.
 */
const forMembers = (names: readonly string[], notifications: readonly object[]) =>
  sql<never>`select ${sql.join(names.map((name) => sql.ref(`new.${name}`)))}
    from json_populate_recordset(null::notification, ${JSON.stringify(notifications)}::json) as new
    join member using (integration_id, user_id) for key share of member`

/** Inserts a notification, or increments an unread one. Members who were removed in the meantime get none. */
export const insertNotifications = (
  tx: Tx,
  notifications: NewNotification[],
): Promise<(MemberNotification & { user_id: string })[]> =>
  tx
    .insertInto('notification')
    .columns(conversationColumns)
    .expression(forMembers(conversationColumns, notifications))
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'conversation_id', 'user_id', 'kind'])
        .where('read_at', 'is', null)
        .doUpdateSet((eb) => ({
          count: eb('notification.count', '+', 1),
          version: eb('notification.version', '+', 1),
          seq: eb.ref('excluded.seq'),
          actor_name: eb.ref('excluded.actor_name'),
          preview: eb.ref('excluded.preview'),
          at: eb.ref('excluded.at'),
          // keep the first time: repeated events must not postpone the email forever
          mail_due_at: sql`coalesce(notification.mail_due_at, excluded.mail_due_at)`,
        })),
    )
    .returning([...columns, 'user_id', isRead, actorName, contactOf])
    .modifyEnd(prepared)
    .execute()

interface NewSuggestionNotification extends Pick<
  MemberNotification,
  'integration_id' | 'kind' | 'topic' | 'actor_name' | 'preview' | 'at'
> {
  suggestion_id: string
  user_id: string
  mail_due_at: string | null
}
/** Inserts a notification, or replaces an unread one. Members who were removed in the meantime get none. */
export const insertSuggestionNotifications = (
  tx: Tx,
  notifications: NewSuggestionNotification[],
): Promise<(MemberNotification & { user_id: string })[]> =>
  tx
    .insertInto('notification')
    .columns(suggestionColumns)
    .expression(
      forMembers(
        suggestionColumns,
        notifications.map((notification) => ({ ...notification, seq: 0, number: 0 })),
      ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'suggestion_id', 'user_id', 'kind'])
        .where('read_at', 'is', null)
        .where('suggestion_id', 'is not', null)
        .doUpdateSet((eb) => ({
          version: eb('notification.version', '+', 1),
          actor_name: eb.ref('excluded.actor_name'),
          preview: eb.ref('excluded.preview'),
          at: eb.ref('excluded.at'),
        })),
    )
    .returning([...columns, 'user_id', isRead, actorName, contactOf])
    .execute()

/** For notifications about one note. */
export const setPreview = (
  tx: Tx,
  { integration_id, conversation_id, seq }: ConversationKey & { seq: number },
  preview: string,
): Promise<(MemberNotification & { user_id: string })[]> =>
  tx
    .updateTable('notification')
    .set((eb) => ({ preview, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('kind', '=', 'mentioned')
    .where('seq', '=', seq)
    .returning([...columns, 'user_id', isRead, actorName, contactOf])
    .execute()

/** An entry's old and new position. */
export interface EntryMove {
  from_id: string
  from_seq: number
  to_id: string
  to_seq: number
  /** Of the new conversation. */
  number: number
}
const movesAs = (moves: readonly EntryMove[]) =>
  sql<EntryMove>`unnest(
    ${moves.map((move) => move.from_id)}::uuid[], ${moves.map((move) => move.from_seq)}::int[],
    ${moves.map((move) => move.to_id)}::uuid[], ${moves.map((move) => move.to_seq)}::int[],
    ${moves.map((move) => move.number)}::int[])`.as<'move'>(
    sql`move (from_id, from_seq, to_id, to_seq, number)`,
  )

/** Of unread duplicates after a move all but one, preferring to keep the one already there. */
export const findDuplicates = async (
  db: Db,
  integration_id: string,
  moves: readonly EntryMove[],
): Promise<string[]> => {
  const unread = await db
    .selectFrom('notification')
    .innerJoin(movesAs(moves), (join) =>
      join
        .onRef('move.from_id', '=', 'notification.conversation_id')
        .onRef('move.from_seq', '=', 'notification.seq'),
    )
    .where('notification.integration_id', '=', integration_id)
    .where('notification.read_at', 'is', null)
    .select(['notification.id', 'move.to_id', 'notification.user_id', 'notification.kind'])
    .orderBy(sql`move.from_id = move.to_id`, 'desc')
    .orderBy('notification.at', 'desc')
    .execute()
  const seen = new Set<string>()
  const duplicates: string[] = []
  for (const { id, to_id, user_id, kind } of unread) {
    const key = `${to_id} ${user_id} ${kind}`
    if (seen.has(key)) duplicates.push(id)
    seen.add(key)
  }
  return duplicates
}

export const moveNotifications = (
  tx: Tx,
  integration_id: string,
  moves: readonly EntryMove[],
): Promise<(MemberNotification & { user_id: string })[]> =>
  tx
    .updateTable('notification')
    .from(movesAs(moves))
    .whereRef('notification.conversation_id', '=', 'move.from_id')
    .whereRef('notification.seq', '=', 'move.from_seq')
    .where('notification.integration_id', '=', integration_id)
    .set((eb) => ({
      conversation_id: eb.ref('move.to_id'),
      seq: eb.ref('move.to_seq'),
      number: eb.ref('move.number'),
      version: eb('notification.version', '+', 1),
    }))
    .returning([
      ...columns.map((name) => `notification.${name}` as const),
      'notification.user_id',
      sql<boolean>`notification.read_at is not null`.as('is_read'),
      actorName,
      contactOf,
    ])
    .execute()

/** Newest first, only of conversations the member can see now. */
export const listNotifications = (
  db: Db,
  { integration_id, user_id }: MemberKey,
): Promise<MemberNotification[]> =>
  db
    .selectFrom('notification')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .where(isStillVisible)
    .select([...columns, isRead, actorName, contactOf])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(notificationsMax)
    .execute()

interface Unread {
  user_id?: string
  conversation_id?: string
  suggestion_id?: string
  kinds?: readonly NotificationKind[]
  ids?: readonly string[]
  up_to_seq?: number
}
/** Marks unread notifications as read. Rows are locked in a fixed order to avoid deadlocks. */
export const markRead = (tx: Tx, integration_id: string, filter: Unread, now: string) =>
  tx
    .with('unread', (db) =>
      db
        .selectFrom('notification')
        .where('integration_id', '=', integration_id)
        .where('read_at', 'is', null)
        .$if(filter.user_id !== undefined, (query) => query.where('user_id', '=', filter.user_id ?? ''))
        .$if(filter.conversation_id !== undefined, (query) =>
          query.where('conversation_id', '=', filter.conversation_id ?? ''),
        )
        .$if(filter.suggestion_id !== undefined, (query) =>
          query.where('suggestion_id', '=', filter.suggestion_id ?? ''),
        )
        .$if(filter.kinds !== undefined, (query) => query.where('kind', 'in', filter.kinds ?? []))
        .$if(filter.ids !== undefined, (query) => query.where(sql<boolean>`id = any(${filter.ids}::uuid[])`))
        .$if(filter.up_to_seq !== undefined, (query) => query.where('seq', '<=', filter.up_to_seq ?? 0))
        .select('id')
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('notification')
    .from('unread')
    .whereRef('notification.id', '=', 'unread.id')
    .where('notification.integration_id', '=', integration_id)
    .set((eb) => ({ read_at: now, mail_due_at: null, version: eb('version', '+', 1) }))
    .returning(['notification.id', 'notification.user_id'])
    .execute()

export const findPreferences = (db: Db, { integration_id, user_id }: MemberKey) =>
  db
    .selectFrom('notification_preferences')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .select(['preferences', 'version'])
    .executeTakeFirst()

/** Merged into the stored preferences. */
export const updatePreferences = (tx: Tx, key: MemberKey, changed: StoredPreferences) => {
  const preferences = JSON.stringify(changed)
  return tx
    .insertInto('notification_preferences')
    .values({ ...key, preferences })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'user_id']).doUpdateSet({
        preferences: sql`notification_preferences.preferences || ${preferences}::jsonb`,
        version: sql`notification_preferences.version + 1`,
      }),
    )
    .returning(['preferences', 'version'])
    .executeTakeFirstOrThrow()
}
/** Cancels emails about these kinds. */
export const cancelEmails = (
  tx: Tx,
  { integration_id, user_id }: MemberKey,
  kinds: readonly NotificationKind[],
) =>
  kinds.length === 0
    ? undefined
    : tx
        .updateTable('notification')
        .set({ mail_due_at: null })
        .where('integration_id', '=', integration_id)
        .where('user_id', '=', user_id)
        .where('kind', 'in', kinds)
        .where('mail_due_at', 'is not', null)
        .execute()

/** Members with a due email, in any workspace. */
export const listMailsDue = (db: Db, now: string, limit: number): Promise<MemberKey[]> =>
  db
    .selectFrom('notification')
    .where('mail_due_at', '<=', now)
    .select(['integration_id', 'user_id'])
    .distinct()
    .limit(limit)
    .execute()

/** Claims everything due to be emailed to a member, and returns what they can see, oldest first. */
export async function claimEmails(
  tx: Tx,
  { integration_id, user_id }: MemberKey,
): Promise<MemberNotification[]> {
  const rows = await tx
    .updateTable('notification')
    .set({ mail_due_at: null })
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .where('mail_due_at', 'is not', null)
    .returning([...columns, isRead, actorName, contactOf, isStillVisible.as('is_seen')])
    .execute()
  return rows
    .flatMap(({ is_seen, ...notification }) => (is_seen ? [notification] : []))
    .sort((a, b) => a.at.localeCompare(b.at))
}
/** Where and in which language a member is notified; undefined if they have left. */
export const findRecipient = (db: Db, { integration_id, user_id }: MemberKey) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .innerJoin('integration', 'integration.id', 'member.integration_id')
    .where('member.integration_id', '=', integration_id)
    .where('member.user_id', '=', user_id)
    .select(['app_user.email', 'app_user.name', 'app_user.locale', 'integration.name as workspace'])
    .executeTakeFirst()

export const deleteOld = (tx: Tx, before: string) =>
  tx.deleteFrom('notification').where('at', '<', before).execute()
