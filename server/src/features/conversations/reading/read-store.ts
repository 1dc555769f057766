import { sql } from 'kysely'
import type { Tx } from '#platform/context/context.ts'
import type { Key } from '../record/store.ts'

/** Advances a member's read cursor; never backwards. @returns false if it didn't, or the conversation was deleted */
export async function markRead(
  tx: Tx,
  { integration_id, conversation_id }: Key,
  user_id: string,
  seq: number,
): Promise<boolean> {
  const updated = await tx
    .insertInto('conversation_read')
    .columns(['integration_id', 'conversation_id', 'user_id', 'seq'])
    .expression((eb) =>
      eb
        .selectFrom('conversation')
        .where('integration_id', '=', integration_id)
        .where('id', '=', conversation_id)
        .select(['integration_id', 'id'])
        .select([sql<string>`${user_id}::uuid`.as('user_id'), sql<number>`${seq}::int`.as('seq')])
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'conversation_id', 'user_id'])
        .doUpdateSet({ seq })
        .where('conversation_read.seq', '<', seq),
    )
    .returning('seq')
    .executeTakeFirst()
  return updated !== undefined
}

/** Sets a member's read cursor, also backwards. */
export const setRead = (tx: Tx, key: Key, user_id: string, seq: number) =>
  tx
    .insertInto('conversation_read')
    .values({ ...key, user_id, seq })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'conversation_id', 'user_id']).doUpdateSet({ seq }),
    )
    .execute()
/** Members who had read everything stay up to date. */
export const keepReadUpTo = (tx: Tx, { integration_id, conversation_id }: Key, seq: number) =>
  tx
    .updateTable('conversation_read')
    .set({ seq })
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('seq', '=', seq - 1)
    .execute()
/** How far each side has seen or received the thread. Seen implies received. */
export type ReadCursor = 'team_seen_seq' | 'visitor_seen_seq' | 'visitor_delivered_seq'
/** @returns undefined if the cursor was already there */
export const advanceReadCursor = (
  tx: Tx,
  { integration_id, conversation_id }: Key,
  mark: ReadCursor,
  seq: number,
) =>
  tx
    .updateTable('conversation')
    .set(
      mark === 'visitor_seen_seq'
        ? {
            visitor_seen_seq: seq,
            visitor_delivered_seq: sql<number>`greatest(visitor_delivered_seq, ${seq}::int)`,
          }
        : { [mark]: seq },
    )
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .where(mark, '<', seq)
    .returning(['contact_id', 'origin_id'])
    .executeTakeFirst()
