import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

/** A thread entry with its conversation and `seq`. */
export interface ThreadEntry {
  conversation_id: string
  seq: number
  id: string
  author_id: string
  is_visible: boolean
  sent_at: string
  mentions: string[]
  /** A message, not an event. */
  is_said: boolean
}

/** Locks the conversations in id order to avoid deadlocks. @returns how many exist */
export const lockConversations = async (tx: Tx, integration_id: string, ids: readonly string[]) =>
  (
    await tx
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('id', 'in', ids)
      .select('id')
      .orderBy('id')
      .forUpdate()
      .execute()
  ).length

/** All entries, in thread order per conversation. */
export async function listEntries(
  db: Db,
  integration_id: string,
  conversation_ids: readonly string[],
): Promise<ThreadEntry[]> {
  const rows = await db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', 'in', conversation_ids)
    .select(['conversation_id', 'seq', 'id', 'author_id', 'is_visible', 'sent_at', 'details', 'kind'])
    .orderBy('seq')
    .execute()
  return rows.map(({ details, kind, ...row }) => ({
    ...row,
    mentions: details.mentions ?? [],
    is_said: kind === 'text' || kind === 'answer' || kind === 'note',
  }))
}

/** The customer's first message at or after an entry, or else anyone's. */
export const findFirstMessage = (
  db: Db,
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
  from_seq: number,
) =>
  db
    .selectFrom('message')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '>=', from_seq)
    .where('kind', 'in', ['text', 'answer'])
    .select(['body', 'attachments'])
    .orderBy(sql`author = 'contact'`, 'desc')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()

export interface EntryMove {
  from_id: string
  from_seq: number
  to_id: string
  to_seq: number
  visitor_prev: number
  is_first: boolean
}
/**
 * Versions and files follow by foreign key. A new `seq` must never have been used in the target conversation.
 */
export const moveEntries = (tx: Tx, integration_id: string, moves: readonly EntryMove[]) =>
  sql`
    update message set
      conversation_id = move.to_id, seq = move.to_seq,
      visitor_prev = move.visitor_prev, is_first = move.is_first
    from unnest(
      ${moves.map((move) => move.from_id)}::uuid[], ${moves.map((move) => move.from_seq)}::int[],
      ${moves.map((move) => move.to_id)}::uuid[], ${moves.map((move) => move.to_seq)}::int[],
      ${moves.map((move) => move.visitor_prev)}::int[], ${moves.map((move) => move.is_first)}::boolean[]
    ) as move (from_id, from_seq, to_id, to_seq, visitor_prev, is_first)
    where message.integration_id = ${integration_id}
      and message.conversation_id = move.from_id and message.seq = move.from_seq`.execute(tx)

/** The columns that reports derive from a conversation's entries, recomputed after a move. */
export const metricsOfEntries = {
  first_reply_at: sql<string | null>`(
    select min(sent_at) from message
    where message.integration_id = conversation.integration_id
      and message.conversation_id = conversation.id and author = 'member' and kind = 'text')`,
  answers: sql<number>`(
    select count(*)::int from message
    where message.integration_id = conversation.integration_id
      and message.conversation_id = conversation.id and kind = 'answer' and citations <> '[]')`,
}

export const listReads = (db: Db, integration_id: string, conversation_ids: readonly string[]) =>
  db
    .selectFrom('conversation_read')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', 'in', conversation_ids)
    .select(['conversation_id', 'user_id', 'seq'])
    .execute()

/** Finds a message with the same sender and id in another conversation of the contact. */
export const findDuplicateMessage = (
  db: Db,
  { integration_id, conversation_id }: { integration_id: string; conversation_id: string },
  author_id: string,
  id: string,
) =>
  db
    .selectFrom('conversation as here')
    .innerJoin('conversation as there', (join) =>
      join
        .onRef('there.integration_id', '=', 'here.integration_id')
        .onRef('there.contact_id', '=', 'here.contact_id')
        .onRef('there.id', '!=', 'here.id'),
    )
    .innerJoin('message', (join) =>
      join
        .onRef('message.integration_id', '=', 'there.integration_id')
        .onRef('message.conversation_id', '=', 'there.id'),
    )
    .where('here.integration_id', '=', integration_id)
    .where('here.id', '=', conversation_id)
    .where('message.author_id', '=', author_id)
    .where('message.id', '=', id)
    .select('message.conversation_id')
    .executeTakeFirst()
