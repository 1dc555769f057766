import type { AnswerTrace, Message } from '@ozvi/contract'
import type { Db } from '#platform/context/context.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#schema'
import type { MessageRow } from '../record/rows.ts'
import type { Key } from '../record/store.ts'

export const messageColumns = [
  'integration_id',
  'conversation_id',
  'seq',
  'id',
  'visitor_prev',
  'is_visible',
  'is_first',
  'author',
  'author_id',
  'author_name',
  'author_display_name',
  'kind',
  'body',
  'attachments',
  'citations',
  'details',
  'change',
  'sent_at',
] as const satisfies (keyof MessageRow)[]
/** The public avatar of a member, shown to customers. */
export const authorAvatar = (eb: ExpressionBuilder<DB, 'message'>) =>
  eb
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .whereRef('member.integration_id', '=', 'message.integration_id')
    .whereRef('member.user_id', '=', 'message.author_id')
    .select('avatar_id')
    .as('author_avatar')

export interface MessageRange {
  after_seq?: number | undefined
  before_seq?: number | undefined
  limit: number
  /** Only what the visitor sees, with the avatars of members. */
  isVisitor?: boolean | undefined
}
/** In `seq` order: the first entries after a cursor, otherwise the last ones (before a cursor). */
export async function listMessages(
  db: Db,
  { integration_id, conversation_id }: Key,
  { after_seq, before_seq, limit, isVisitor = false }: MessageRange,
): Promise<MessageRow[]> {
  const forward = after_seq !== undefined
  const rows = await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .$if(isVisitor, (query) => query.where('is_visible', '=', true).select(authorAvatar))
    .$if(forward, (query) => query.where('seq', '>', after_seq ?? 0))
    .$if(before_seq !== undefined, (query) => query.where('seq', '<', before_seq ?? 0))
    .select(messageColumns)
    .orderBy('seq', forward ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return forward ? rows : rows.reverse()
}

export const isNotDeleted = sql<boolean>`(change->>'is_deleted')::boolean is not true`

/** Whether a teammate has replied between two entries and the reply isn't deleted. */
export async function hasNewerReply(
  db: Db,
  { integration_id, conversation_id }: Key,
  { author_id, after_seq, before_seq }: { author_id: string; after_seq: number; before_seq?: number },
): Promise<boolean> {
  const reply = await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '>', after_seq)
    .$if(before_seq !== undefined, (query) => query.where('seq', '<', before_seq ?? 0))
    .where('author', '=', 'member')
    .where('kind', '=', 'text')
    .where('author_id', '!=', author_id)
    .where(isNotDeleted)
    .select('seq')
    .executeTakeFirst()
  return reply !== undefined
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

export const findTrace = (
  db: Db,
  { integration_id, conversation_id }: Key,
  message_id: string,
): Promise<{ trace: AnswerTrace | null } | undefined> =>
  db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', message_id)
    // Authors choose message ids. If two used the same id, prefer the one that was answered automatically.
    .orderBy(sql`trace is null`)
    .select('trace')
    .executeTakeFirst()
/** Whether the message exists here and, if required, is visible to the customer. */
export const isMessage = async (
  db: Db,
  { integration_id, conversation_id }: Key,
  id: string,
  is_visible: boolean,
): Promise<boolean> =>
  (await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .where('kind', 'in', ['text', 'answer', 'note'])
    .$if(is_visible, (query) => query.where('is_visible', '=', true))
    .select('seq')
    .executeTakeFirst()) !== undefined

/** Whether the message here offers the customer this button. */
export const isButton = async (
  db: Db,
  { integration_id, conversation_id }: Key,
  id: string,
  button_id: string,
): Promise<boolean> =>
  (await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('id', '=', id)
    .where('is_visible', '=', true)
    .where(
      sql<boolean>`(details->'buttons' @> ${JSON.stringify([{ id: button_id }])}::jsonb
        or details->'cards' @> ${JSON.stringify([{ buttons: [{ id: button_id, url: null }] }])}::jsonb)`,
    )
    .select('seq')
    .executeTakeFirst()) !== undefined

/** The fields that a message of this conversation asks the customer to fill in. */
export const findForm = async (db: Db, { integration_id, conversation_id }: Key, id: string) =>
  (
    await db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', conversation_id)
      .where('id', '=', id)
      .where('is_visible', '=', true)
      .select('details')
      .executeTakeFirst()
  )?.details.form

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

/** The customer's last message up to an entry; empty if there is none. */
export const findLastCustomerText = async (
  db: Db,
  { integration_id, conversation_id }: Key,
  up_to_seq: number,
): Promise<string> =>
  (
    await db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', conversation_id)
      .where('author', '=', 'contact')
      .where('kind', '=', 'text')
      .where('seq', '<=', up_to_seq)
      .select('body')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.body ?? ''
