import type { Conversation, InboxRow, Locale, Message } from '@ozvi/contract'
import { type ExpressionBuilder, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#platform/context.ts'
import type { DB } from '#schema'
import { type Place, placesOf } from './filter-store.ts'
import { asConversation, asInboxRow, type ConversationRow, type MessageRow } from './rows.ts'

export interface Key {
  integration_id: string
  conversation_id: string
}
const contactOf = [
  'contact.name as contact_name',
  'contact.email as contact_email',
  'contact.kind as contact_kind',
  'contact.locale as contact_locale',
  'contact.last_seen_at as contact_seen_at',
  'contact.time_zone as contact_time_zone',
] as const

const conversations = (db: Db, integration_id: string) =>
  db
    .selectFrom('conversation')
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'conversation.integration_id')
        .onRef('contact.id', '=', 'conversation.contact_id'),
    )
    .where('conversation.integration_id', '=', integration_id)
    .selectAll('conversation')
    .select(contactOf)

const seenBy = (user_id: string) => (eb: ExpressionBuilder<DB, 'conversation'>) =>
  eb
    .selectFrom('conversation_read')
    .whereRef('conversation_read.integration_id', '=', 'conversation.integration_id')
    .whereRef('conversation_read.conversation_id', '=', 'conversation.id')
    .where('conversation_read.user_id', '=', user_id)
    .select('conversation_read.seq')
    .as('seen_seq')

export const findConversation = (
  db: Db,
  { integration_id, conversation_id }: Key,
): Promise<ConversationRow | undefined> =>
  conversations(db, integration_id).where('conversation.id', '=', conversation_id).executeTakeFirst()

/** In no order; those that are not there are left out. */
export const listConversationsById = async (
  db: Db,
  integration_id: string,
  ids: readonly string[],
): Promise<Conversation[]> =>
  ids.length === 0
    ? []
    : (await conversations(db, integration_id).where('conversation.id', 'in', ids).execute()).map(
        asConversation,
      )
export async function findInboxRows(
  db: Db,
  integration_id: string,
  ids: readonly string[],
  user_id: string,
): Promise<InboxRow[]> {
  if (ids.length === 0) return []
  const rows = await conversations(db, integration_id)
    .where('conversation.id', 'in', ids)
    .select(seenBy(user_id))
    .execute()
  return rows.map(asInboxRow)
}

export async function findInboxRow(
  db: Db,
  { integration_id, conversation_id }: Key,
  user_id: string,
): Promise<InboxRow | undefined> {
  const row = await conversations(db, integration_id)
    .where('conversation.id', '=', conversation_id)
    .select(seenBy(user_id))
    .executeTakeFirst()
  return row && asInboxRow(row)
}

/** Newest message first. */
export async function listInbox(
  db: Db,
  integration_id: string,
  user_id: string,
  conditions: readonly RawBuilder<boolean>[],
  { after, limit }: { after?: Place | undefined; limit: number },
): Promise<InboxRow[]> {
  const rows = await conversations(db, integration_id)
    .innerJoin(placesOf(db, integration_id, conditions, after, limit).as('place'), (join) =>
      join.onRef('place.id', '=', 'conversation.id'),
    )
    .select(seenBy(user_id))
    .orderBy('place.last_message_at', 'desc')
    .orderBy('place.id', 'desc')
    .execute()
  return rows.map(asInboxRow)
}

export const listForVisitor = (db: Db, integration_id: string, contact_id: string) =>
  db
    .selectFrom('conversation')
    .leftJoin('app_user', 'app_user.id', 'conversation.assignee_id')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .selectAll('conversation')
    .select('app_user.name as assignee_name')
    .orderBy('last_message_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(50)
    .execute()

export const messageColumns = [
  'integration_id',
  'conversation_id',
  'seq',
  'id',
  'visitor_prev',
  'is_visible',
  'author',
  'author_id',
  'author_name',
  'kind',
  'body',
  'attachments',
  'citations',
  'details',
  'change',
  'sent_at',
] as const satisfies (keyof MessageRow)[]
export interface MessageRange {
  after_seq?: number | undefined
  before_seq?: number | undefined
  limit: number
}
/** In `seq` order: the first ones after a mark, else the last ones (before a mark). */
export async function listMessages(
  db: Db,
  { integration_id, conversation_id }: Key,
  range: MessageRange,
  isVisitor = false,
): Promise<MessageRow[]> {
  const { after_seq, before_seq, limit } = range
  const forward = after_seq !== undefined
  const rows = await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .$if(isVisitor, (query) => query.where('is_visible', '=', true))
    .$if(forward, (query) => query.where('seq', '>', after_seq ?? 0))
    .$if(before_seq !== undefined, (query) => query.where('seq', '<', before_seq ?? 0))
    .select(messageColumns)
    .orderBy('seq', forward ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return forward ? rows : rows.reverse()
}

export const findMessage = (
  db: Db,
  { integration_id, conversation_id }: Key,
  author_id: string,
  id: string,
): Promise<MessageRow | undefined> =>
  db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('author_id', '=', author_id)
    .where('id', '=', id)
    .select(messageColumns)
    .executeTakeFirst()

interface NewConversation {
  integration_id: string
  id: string
  contact_id: string
  subject: string
  locale: Locale
  page_url: string | null
  is_test: boolean
  created_at: string
  follows_id: string | null
}
/** Takes the workspace's next number. Changes nothing when the id is taken already, by whomever. @returns whether it was free */
export async function insertConversation(tx: Tx, conversation: NewConversation): Promise<boolean> {
  const count = (by: number) =>
    tx
      .updateTable('integration')
      .set((eb) => ({ last_conversation_number: eb('last_conversation_number', '+', by) }))
      .where('id', '=', conversation.integration_id)
      .returning('last_conversation_number')
      .executeTakeFirstOrThrow()
  const { last_conversation_number: number } = await count(1)
  const made = await tx
    .insertInto('conversation')
    .values({ ...conversation, number, last_message_at: conversation.created_at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) await count(-1) // nobody has seen it: its row is locked until the commit
  return made !== undefined
}

type Columns = Updateable<DB['conversation']>
/** New values, or expressions over the row as it is. */
export type Changes = { [Name in keyof Columns]: Columns[Name] | RawBuilder<Columns[Name]> }
/** What an update asks of the row it changes; a row that no longer answers to it is left alone. */
export interface Condition {
  contact_id?: string
  handler?: 'assistant'
  status?: 'waiting'
  /** A reply is due by then, and that was not noticed yet. */
  due_by?: string
}

const updating = (tx: Tx, { integration_id, conversation_id }: Key, condition: Condition) =>
  tx
    .updateTable('conversation')
    .from('contact')
    .whereRef('contact.integration_id', '=', 'conversation.integration_id')
    .whereRef('contact.id', '=', 'conversation.contact_id')
    .where('conversation.integration_id', '=', integration_id)
    .where('conversation.id', '=', conversation_id)
    .$if(condition.contact_id !== undefined, (query) =>
      query.where('conversation.contact_id', '=', condition.contact_id ?? ''),
    )
    .$if(condition.status !== undefined, (query) =>
      query.where('conversation.status', '=', condition.status ?? 'waiting'),
    )
    .$if(condition.due_by !== undefined, (query) =>
      query
        .where('conversation.due_at', '<=', condition.due_by ?? '')
        .where('conversation.overdue_at', 'is', null),
    )
    .$if(condition.handler !== undefined, (query) =>
      query.where('conversation.handler', '=', condition.handler ?? 'assistant'),
    )

/**
 * Locks the conversation and gives its next entry a number, in one statement: `seq` has no gaps because a
 * rolled back entry takes its number back with it.
 */
export const takeNumber = (
  tx: Tx,
  key: Key,
  entry: { is_visible: boolean; preview: string; at: string },
  changes: Changes,
  condition: Condition,
): Promise<ConversationRow | undefined> =>
  updating(tx, key, condition)
    .set((eb) => ({
      last_seq: eb('last_seq', '+', 1),
      version: eb('conversation.version', '+', 1),
      ...(entry.is_visible
        ? { prev_visitor_seq: eb.ref('last_visitor_seq'), last_visitor_seq: eb('last_seq', '+', 1) }
        : {}),
      ...(entry.preview
        ? {
            last_message_at: entry.at,
            last_message_preview: entry.preview,
            ...(entry.is_visible ? { visitor_preview: entry.preview } : {}),
          }
        : {}),
      ...changes,
    }))
    .returningAll('conversation')
    .returning(contactOf)
    .executeTakeFirst()

export const updateConversation = (
  tx: Tx,
  key: Key,
  changes: Changes,
): Promise<ConversationRow | undefined> =>
  updating(tx, key, {})
    .set((eb) => ({ version: eb('conversation.version', '+', 1), ...changes }))
    .returningAll('conversation')
    .returning(contactOf)
    .executeTakeFirst()

type JsonColumn = 'attachments' | 'citations' | 'details'
/** `undefined` when this author has sent this id before. */
export const insertMessage = (
  tx: Tx,
  message: Omit<MessageRow, JsonColumn | 'change'> & Pick<Message, JsonColumn> & { words: string | null },
): Promise<MessageRow | undefined> =>
  tx
    .insertInto('message')
    .values({
      ...message,
      attachments: JSON.stringify(message.attachments),
      citations: JSON.stringify(message.citations),
      details: JSON.stringify(message.details),
    })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'conversation_id', 'author_id', 'id']).doNothing(),
    )
    .returning(messageColumns)
    .executeTakeFirst()

/** How far somebody has read; never backwards. @returns whether that was news */
export async function markRead(tx: Tx, key: Key, user_id: string, seq: number): Promise<boolean> {
  const moved = await tx
    .insertInto('conversation_read')
    .values({ ...key, user_id, seq })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'conversation_id', 'user_id'])
        .doUpdateSet({ seq })
        .where('conversation_read.seq', '<', seq),
    )
    .returning('seq')
    .executeTakeFirst()
  return moved !== undefined
}
/** @returns `seq` of the newest message of one side, if it has said anything */
export const findNewestOf = async (
  db: Db,
  { integration_id, conversation_id }: Key,
  author: Message['author'],
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', conversation_id)
      .where('author', '=', author)
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.seq

/** How far somebody has read, even if they had read further. */
export const setRead = (tx: Tx, key: Key, user_id: string, seq: number) =>
  tx
    .insertInto('conversation_read')
    .values({ ...key, user_id, seq })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'conversation_id', 'user_id']).doUpdateSet({ seq }),
    )
    .execute()
/** Who has read up to the entry before has nothing new to read. */
export const keepRead = (tx: Tx, { integration_id, conversation_id }: Key, seq: number) =>
  tx
    .updateTable('conversation_read')
    .set({ seq })
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq - 1)
    .execute()
export const raiseSeen = (
  tx: Tx,
  { integration_id, conversation_id }: Key,
  side: 'team_seen_seq' | 'visitor_seen_seq',
  seq: number,
) =>
  tx
    .updateTable('conversation')
    .set({ [side]: seq })
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .where(side, '<', seq)
    .returning('contact_id')
    .executeTakeFirst()

/** Some of what is assigned to somebody; asked again until nothing is left. */
export const listAssigned = (db: Db, integration_id: string, user_id: string) =>
  db
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('assignee_id', '=', user_id)
    .select(['id', 'status'])
    .limit(100)
    .execute()

/** Told with the change that it belongs to: the version is that change's. */
export const setClock = (tx: Tx, { integration_id, conversation_id }: Key, clock: Changes) =>
  tx
    .updateTable('conversation')
    .set(clock)
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .execute()

/** Replies that are due by `now`, whatever the workspace. */
export const listDue = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('conversation')
    .where('due_at', '<=', now)
    .where('overdue_at', 'is', null)
    .select(['integration_id', 'id'])
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** What waits for its customer longer than its workspace allows. */
export const listSilent = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('conversation')
    .innerJoin('reply_targets', 'reply_targets.integration_id', 'conversation.integration_id')
    .where('status', '=', 'waiting')
    .where('resolve_after_days', 'is not', null)
    .where(
      sql<boolean>`greatest(conversation.last_message_at, conversation.quiet_since)
        <= ${now}::timestamptz - make_interval(days => reply_targets.resolve_after_days)`,
    )
    .select(['conversation.integration_id', 'conversation.id'])
    .limit(limit)
    .execute()

export const listDueSnoozes = (db: Db, now: string) =>
  db
    .selectFrom('conversation')
    .where('status', '=', 'snoozed')
    .where('snoozed_until', '<=', now)
    .select(['integration_id', 'id'])
    .limit(200)
    .execute()

/** When the customer wrote what the team has not answered; null when it owes nothing, or does not answer. */
export async function owedSince(
  db: Db,
  { integration_id, id, handler }: Pick<ConversationRow, 'integration_id' | 'id' | 'handler'>,
): Promise<string | null> {
  if (handler !== 'team') return null
  const said = () =>
    db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', id)
      .where('kind', '=', 'text')
  const answered = await said()
    .where('author', '=', 'member')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  const owed = await said()
    .where('author', '=', 'contact')
    .where('seq', '>', answered?.seq ?? 0)
    .select('sent_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return owed?.sent_at ?? null
}

/** For `waiting_since` when a customer writes: unchanged once the clock runs, started only for the team. */
export const sinceWhenTeamOwes = (at: string) =>
  sql<
    string | null
  >`case when conversation.handler = 'team' then coalesce(conversation.waiting_since, ${at}::timestamptz) end`

/** Which of the user's own integrations a conversation belongs to. */
export const findConversationIntegration = async (
  db: Db,
  conversation_id: string,
  user_id: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('member')
      .innerJoin('conversation', 'conversation.integration_id', 'member.integration_id')
      .where('member.user_id', '=', user_id)
      .where('conversation.id', '=', conversation_id)
      .select('member.integration_id')
      .executeTakeFirst()
  )?.integration_id
