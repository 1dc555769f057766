import type { Message, MessageVersion } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { MessageRow } from '../record/rows.ts'
import type { Key } from '../record/store.ts'
import {
  authorAvatar,
  isNotDeleted,
  listMessages,
  messageColumns,
  type MessageRange,
} from './message-store.ts'

const messagesOf = (db: Db, { integration_id, conversation_id }: Key) =>
  db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)

/**
 * A page of a thread. With `after`, older messages that were changed by entries of this page come first, so
 * the client is up to date after applying the page.
 */
export async function readMessages(db: Db, key: Key, range: MessageRange): Promise<MessageRow[]> {
  const page = await listMessages(db, key, range)
  const { after_seq, isVisitor = false } = range
  const target_ids = page.flatMap(({ details }) => details.target_id ?? [])
  if (after_seq === undefined || target_ids.length === 0) return page
  const changed = await messagesOf(db, key)
    .where('id', 'in', target_ids)
    .where('seq', '<=', after_seq)
    .where('change', 'is not', null)
    .$if(isVisitor, (query) => query.where('is_visible', '=', true).select(authorAvatar))
    .select(messageColumns)
    .orderBy('seq')
    .execute()
  return [...changed, ...page]
}

/**
 * Locks a member's message until the transaction ends. If two authors used the same id, returns `user_id`'s.
 */
export const lockOwnMessage = (
  tx: Tx,
  key: Key,
  id: string,
  user_id: string,
): Promise<MessageRow | undefined> =>
  messagesOf(tx, key)
    .where('id', '=', id)
    .where('author', '=', 'member')
    .where('kind', 'in', ['text', 'note'])
    .orderBy(sql`author_id = ${user_id}`, 'desc')
    .select(messageColumns)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

interface NewText extends Pick<Message, 'body' | 'attachments' | 'details' | 'change'> {
  search_vector: string | null
}
export const replaceMessage = (
  tx: Tx,
  { integration_id, conversation_id, seq }: Key & { seq: number },
  { attachments, details, change, ...rest }: NewText,
): Promise<MessageRow> =>
  tx
    .updateTable('message')
    .set({
      ...rest,
      attachments: JSON.stringify(attachments),
      details: JSON.stringify(details),
      change: JSON.stringify(change),
    })
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .returning(messageColumns)
    .executeTakeFirstOrThrow()

type Place = Key & { seq: number }
export const insertVersion = (tx: Tx, { attachments, ...version }: Place & MessageVersion) =>
  tx
    .insertInto('message_version')
    .values({ ...version, attachments: JSON.stringify(attachments) })
    .execute()

/** Oldest first. */
export const listVersions = (
  db: Db,
  { integration_id, conversation_id, seq }: Place,
): Promise<MessageVersion[]> =>
  db
    .selectFrom('message_version')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq)
    .select(['version', 'action', 'body', 'attachments', 'by_id', 'by_name', 'at'])
    .orderBy('version')
    .execute()

/** The last message that isn't deleted, for an inbox row: of all, or of those the visitor sees. */
export async function findLastMessage(
  db: Db,
  key: Key,
  { isVisitor = false }: { isVisitor?: boolean } = {},
): Promise<Pick<MessageRow, 'author' | 'author_id' | 'body' | 'attachments' | 'sent_at'> | undefined> {
  return messagesOf(db, key)
    .where('kind', 'in', ['text', 'answer', 'note'])
    .where(isNotDeleted)
    .$if(isVisitor, (query) => query.where('is_visible', '=', true))
    .select(['author', 'author_id', 'body', 'attachments', 'sent_at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}
