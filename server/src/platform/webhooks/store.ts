import { sql } from 'kysely'
import type { Db, Tx } from '../context/context.ts'

/** State of a queue. */
export interface QueueState {
  name: string
  epoch: number
  failures: number
  failing_since: string | null
  problem: string | null
  paused_at: string | null
  waiting: number
}

export async function openQueue(tx: Tx, queue: string): Promise<void> {
  await tx
    .insertInto('webhook_queue')
    .values({ name: queue })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
/** Deletes queues of this kind that aren't in the list, with their deliveries. */
export async function keepQueues(tx: Tx, kind: string, names: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('webhook_queue')
    .where('name', 'like', `${kind}:%`)
    .$if(names.length > 0, (query) => query.where('name', 'not in', [...names]))
    .execute()
}
export async function addDelivery(tx: Tx, queue: string, body: string, created_at: string) {
  await tx.insertInto('webhook_delivery').values({ queue, body, created_at }).execute()
  return tx
    .selectFrom('webhook_queue')
    .select(['epoch', 'failing_since'])
    .where('name', '=', queue)
    .executeTakeFirstOrThrow()
}
/** Drops the oldest deliveries beyond the limit. @returns how many */
export async function trim(tx: Tx, queue: string, max: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_delivery')
    .where('queue', '=', queue)
    .where('id', '<=', (query) =>
      query
        .selectFrom('webhook_delivery')
        .select('id')
        .where('queue', '=', queue)
        .orderBy('id', 'desc')
        .offset(max)
        .limit(1),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
/** The oldest delivery of a queue that isn't paused. */
export const nextDelivery = (db: Db, queue: string, epoch: number) =>
  db
    .selectFrom('webhook_queue')
    .innerJoin('webhook_delivery', 'webhook_delivery.queue', 'webhook_queue.name')
    .select(['id', 'body', 'created_at', 'failures', 'failing_since', 'next_try_at'])
    .where('webhook_queue.name', '=', queue)
    .where('epoch', '=', epoch)
    .where('paused_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
export async function delivered(tx: Tx, queue: string, id: number): Promise<void> {
  await tx.deleteFrom('webhook_delivery').where('queue', '=', queue).where('id', '=', id).execute()
  await tx
    .updateTable('webhook_queue')
    .set({ failures: 0, failing_since: null, problem: null, next_try_at: null })
    .where('name', '=', queue)
    .where('failing_since', 'is not', null)
    .execute()
}
export async function failed(
  tx: Tx,
  queue: string,
  change: { problem: string; failing_since: string; next_try_at: string; paused_at: string | null },
): Promise<void> {
  await tx
    .updateTable('webhook_queue')
    .set(({ eb }) => ({ ...change, failures: eb('failures', '+', 1) }))
    .where('name', '=', queue)
    .execute()
}
/** Resumes a queue and resets its failures. @returns its new epoch, or undefined if it doesn't exist */
export async function resume(tx: Tx, queue: string): Promise<number | undefined> {
  const row = await tx
    .updateTable('webhook_queue')
    .set(({ eb }) => ({
      epoch: eb('epoch', '+', 1),
      failures: 0,
      failing_since: null,
      problem: null,
      next_try_at: null,
      paused_at: null,
    }))
    .where('name', '=', queue)
    .returning('epoch')
    .executeTakeFirst()
  return row?.epoch
}
export const listQueues = (db: Db, kind: string): Promise<QueueState[]> =>
  db
    .selectFrom('webhook_queue')
    .select((query) => [
      'name',
      'epoch',
      'failures',
      'failing_since',
      'problem',
      'paused_at',
      query
        .selectFrom('webhook_delivery')
        .select(sql<number>`count(*)::int`.as('waiting'))
        .whereRef('webhook_delivery.queue', '=', 'webhook_queue.name')
        .$asScalar()
        .$notNull()
        .as('waiting'),
    ])
    .where('name', 'like', `${kind}:%`)
    .orderBy('name')
    .execute()
