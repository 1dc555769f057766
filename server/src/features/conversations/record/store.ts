import {
  type Conversation,
  type Handler,
  type Locale,
  type ResolvedBy,
  visitorConversationsMax,
} from '@ozvi/contract'
import { type QueryCreator, type RawBuilder, sql, type Updateable } from 'kysely'
import { isOfVisitor } from '#features/contacts'
import { publicName } from '#features/integrations'
import { type Viewer, hiddenFrom, visibleTo, visibleConversations } from '#features/visibility'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { DB } from '#schema'
import { authorOf } from '../messages/preview.ts'
import { toConversation, type UpdatedConversation, type ConversationRow } from './rows.ts'

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

/** Base query: conversations with their contacts. */
export const conversations = (db: Db, integration_id: string) =>
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

export const findConversation = (
  db: Db,
  { integration_id, conversation_id }: Key,
): Promise<ConversationRow | undefined> =>
  conversations(db, integration_id).where('conversation.id', '=', conversation_id).executeTakeFirst()

/** The conversation, or the final target if it was merged. */
export async function findLive(db: Db, key: Key): Promise<ConversationRow | undefined> {
  let row = await findConversation(db, key)
  while (row?.merged_into_id)
    row = await findConversation(db, { ...key, conversation_id: row.merged_into_id })
  return row
}
/** Locks the conversation until the transaction ends. @returns whether it exists and isn't merged */
export const lockConversation = async (tx: Tx, { integration_id, conversation_id }: Key): Promise<boolean> =>
  (await tx
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .where('merged_into_id', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Unordered; missing ids are left out. */
export const listConversationsById = async (
  db: Db,
  integration_id: string,
  ids: readonly string[],
): Promise<Conversation[]> =>
  ids.length === 0
    ? []
    : (await conversations(db, integration_id).where('conversation.id', 'in', ids).execute()).map(
        toConversation,
      )
interface Visitor {
  integration_id: string
  contact_id: string
  visitor_id: string
}

export const listForVisitor = (db: Db, { integration_id, contact_id, visitor_id }: Visitor) =>
  db
    .selectFrom('conversation')
    .leftJoin('member', (join) =>
      join
        .onRef('member.integration_id', '=', 'conversation.integration_id')
        .onRef('member.user_id', '=', 'conversation.assignee_id'),
    )
    .leftJoin('app_user', 'app_user.id', 'member.user_id')
    .where('conversation.integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where(isOfVisitor(visitor_id))
    .where('last_visitor_seq', '>', 0)
    .selectAll('conversation')
    .select([publicName.as('assignee_name'), 'avatar_id as assignee_avatar'])
    .orderBy(sql`coalesce(visitor_message_at, last_message_at)`, 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(visitorConversationsMax)
    .execute()

/** Serializes messages that start a conversation where visitors have one at a time, until the transaction ends. */
export const lockFirstMessages = (
  tx: Tx,
  { integration_id, visitor_id }: Pick<Visitor, 'integration_id' | 'visitor_id'>,
) => lockName(tx, `first-message ${integration_id} ${visitor_id}`)

interface NewConversation {
  integration_id: string
  id: string
  contact_id: string
  origin_id: string | null
  subject: string
  locale: Locale
  page_url: string | null
  is_test: boolean
  created_at: string
  follows_id: string | null
  /** Default: `assistant`. */
  handler?: Handler
}
/**
 * Inserts a conversation with the workspace's next number. Changes nothing if the id is taken. @returns
 * whether it was inserted
 */
export async function insertConversation(tx: Tx, conversation: NewConversation): Promise<boolean> {
  const count = (by: number) =>
    tx
      .updateTable('integration')
      .set((eb) => ({ last_conversation_number: eb('last_conversation_number', '+', by) }))
      .where('id', '=', conversation.integration_id)
      .returning('last_conversation_number')
      .executeTakeFirstOrThrow()
  const { last_conversation_number: number } = await count(1)
  const row = await tx
    .insertInto('conversation')
    .values({
      ...conversation,
      number,
      last_message_at: conversation.created_at,
      with_team_since: conversation.handler === 'team' ? conversation.created_at : null,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) await count(-1) // safe to decrement: the counter row is locked until the commit
  return row !== undefined
}

type Columns = Updateable<DB['conversation']>
/** New values, or SQL expressions over the current row. */
export type Changes = { [Name in keyof Columns]: Columns[Name] | RawBuilder<Columns[Name]> }
/** In changes that come with an entry: the entry's own `seq`. */
export const seqOfEntry = sql<number>`conversation.last_seq + 1`
/** `status` when a customer writes. */
export const reopenedStatus = sql<Conversation['status']>`
  case when conversation.status = 'spam' then 'spam' else 'open' end`
/** `unsnoozed_seq` when a customer writes. */
export const seqOfWaking = sql<number | null>`
  case when conversation.status = 'snoozed' then ${seqOfEntry} else conversation.unsnoozed_seq end`
/** Reordering in the team's lists isn't an update for the customer. */
export const lastActivityForCustomer = sql<string>`coalesce(conversation.visitor_message_at, conversation.last_message_at)`
/** Visibility depends on assignee, team and contact. */
const changesVisibility = (changes: Changes) =>
  sql<boolean>`${sql.lit(
    ['assignee_id', 'team_id', 'mentioned_ids', 'started_by'].some((name) => Object.hasOwn(changes, name)),
  )}`.as('moves_reach')
/** Preconditions of an update. Rows that don't match are left unchanged. */
export interface Condition {
  visitor_id?: string
  /** Handled by the assistant. Never true for spam. */
  handler?: 'assistant'
  /** Inactive: waiting on the customer, or the assistant wrote last. */
  is_silent?: true
  /** Snoozed until this time or earlier. */
  asleep_until?: string
  /** Waiting for auto-assignment in this team. */
  unassigned_in?: string
  /** A reply is due by this time and not yet marked as overdue. */
  due_by?: string
  /** Not resolved before this time. A message to an older one starts a new conversation. */
  unless_resolved_before?: string
  /** Include merged conversations. */
  even_merged?: true
}

/** Who resolved the conversation, as shown by `toConversation`; null while it isn't resolved. */
export const resolvedBy = sql<ResolvedBy | null>`(
  case when conversation.status = 'resolved' then coalesce(conversation.resolved_by, 'unknown') end)`

/** Whether no reply of the team is due and neither side has written since the last answer. */
export const isInactive = sql<boolean>`(
  conversation.status = 'waiting'
  or conversation.status = 'open' and conversation.handler in ('assistant', 'scenario')
    and conversation.last_message_author in ('assistant', 'scenario'))`

const updating = (
  db: Pick<QueryCreator<DB>, 'updateTable'>,
  { integration_id, conversation_id }: Key,
  condition: Condition,
) =>
  db
    .updateTable('conversation')
    .from('contact')
    .whereRef('contact.integration_id', '=', 'conversation.integration_id')
    .whereRef('contact.id', '=', 'conversation.contact_id')
    .where('conversation.integration_id', '=', integration_id)
    .where('conversation.id', '=', conversation_id)
    .$if(!condition.even_merged, (query) => query.where('conversation.merged_into_id', 'is', null))
    .$if(condition.visitor_id !== undefined, (query) => query.where(isOfVisitor(condition.visitor_id ?? '')))
    .$if(condition.unless_resolved_before !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('conversation.status', '<>', 'resolved'),
          eb('conversation.resolved_at', 'is', null),
          eb('conversation.resolved_at', '>=', condition.unless_resolved_before ?? ''),
        ]),
      ),
    )
    .$if(condition.is_silent !== undefined, (query) => query.where(isInactive))
    .$if(condition.asleep_until !== undefined, (query) =>
      query
        .where('conversation.status', '=', 'snoozed')
        .where('conversation.snoozed_until', '<=', condition.asleep_until ?? ''),
    )
    .$if(condition.unassigned_in !== undefined, (query) =>
      query
        .where('conversation.team_id', '=', condition.unassigned_in ?? '')
        .where('conversation.assignee_id', 'is', null)
        .where('conversation.status', '=', 'open')
        .where('conversation.handler', '=', 'team'),
    )
    .$if(condition.due_by !== undefined, (query) =>
      query
        .where('conversation.due_at', '<=', condition.due_by ?? '')
        .where('conversation.overdue_at', 'is', null),
    )
    .$if(condition.handler !== undefined, (query) =>
      query
        .where('conversation.handler', '=', condition.handler ?? 'assistant')
        .where('conversation.status', '<>', 'spam'),
    )

/** Locks the conversation, reserves the `seq` of its next entry and returns the changed row. */
export const nextNumber = (
  db: Pick<QueryCreator<DB>, 'updateTable'>,
  key: Key,
  entry: Parameters<typeof authorOf>[0] & { is_visible: boolean; preview: string; at: string },
  changes: Changes,
  condition: Condition,
) =>
  updating(db, key, condition)
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
            ...authorOf(entry),
            ...(entry.is_visible ? { visitor_message_at: entry.at, visitor_preview: entry.preview } : {}),
          }
        : {}),
      ...changes,
    }))
    .returningAll('conversation')
    .returning(contactOf)
    .returning([hiddenFrom.as('hidden_from'), visibleTo.as('visible_to'), changesVisibility(changes)])

export const updateConversation = (
  tx: Tx,
  key: Key,
  changes: Changes,
  condition: Condition = {},
): Promise<UpdatedConversation | undefined> =>
  updating(tx, key, condition)
    .set((eb) => ({ version: eb('conversation.version', '+', 1), ...changes }))
    .returningAll('conversation')
    .returning(contactOf)
    .returning([hiddenFrom.as('hidden_from'), visibleTo.as('visible_to'), changesVisibility(changes)])
    .executeTakeFirst()

/** A batch of the member's assigned conversations; called again until none are left. */
export const listAssigned = (db: Db, integration_id: string, user_id: string) =>
  db
    .selectFrom('conversation')
    .where('integration_id', '=', integration_id)
    .where('assignee_id', '=', user_id)
    .select(['id', 'status'])
    .limit(100)
    .execute()

/** Returns which of the fields are empty in any of the conversations. */
export async function findEmptyFields(
  db: Db,
  integration_id: string,
  ids: readonly string[],
  field_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${field_ids}::text[]) as field (id)
    where exists (select from conversation where integration_id = ${integration_id}
      and conversation.id = any(${ids}::uuid[]) and not fields ? field.id)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The member's assigned conversations that are neither resolved nor spam. */
export const listOpenOf = async (db: Db, integration_id: string, user_id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('assignee_id', '=', user_id)
      .where('merged_into_id', 'is', null)
      .where('status', 'in', ['open', 'waiting', 'snoozed'])
      .select('id')
      .orderBy('number')
      .execute()
  ).map(({ id }) => id)

/** Conversations the member is currently handling. */
export const listUnfinished = async (db: Db, integration_id: string, user_id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('assignee_id', '=', user_id)
      .where('handler', '=', 'team')
      .where('status', 'in', ['open', 'waiting', 'snoozed'])
      .select('id')
      .execute()
  ).map(({ id }) => id)

/** The user's integration that the conversation belongs to. */
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

/** Filters the ids to conversations the member can see, in the same order. */
export async function filterVisible(db: Db, viewer: Viewer, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('conversation')
    .where('integration_id', '=', viewer.integration_id)
    .where(visibleConversations(viewer))
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select('id')
    .execute()
  const visibleIds = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => visibleIds.has(id))
}
