import { sql } from 'kysely'
import type { Tx } from '#platform/context/context.ts'
import type { Key } from '../record/store.ts'

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
/** Up to where a side has seen a thread, or its browser has received it. What was seen was received. */
export type Mark = 'team_seen_seq' | 'visitor_seen_seq' | 'visitor_delivered_seq'
/** @returns nothing where it was so far already */
export const raiseMark = (tx: Tx, { integration_id, conversation_id }: Key, mark: Mark, seq: number) =>
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
