import type { Subscription } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'

export interface StoredSubscription extends Subscription {
  integration_id: string
  is_capped: boolean
  stripe_customer_id: string | null
  stripe_subscription_id: string | null
  updated_at: string
}

const columns = [
  'integration_id',
  'plan',
  'state',
  'period',
  'extra_seats',
  'ends_at',
  'past_due_since',
  'next_plan',
  'is_capped',
  'stripe_customer_id',
  'stripe_subscription_id',
  'updated_at',
] as const

export const findSubscription = (db: Db, integration_id: string): Promise<StoredSubscription | undefined> =>
  db
    .selectFrom('subscription')
    .where('integration_id', '=', integration_id)
    .select(columns)
    .executeTakeFirst()

/** The subscription that a plan follows from, in a query of another table with `integration_id`. */
export const subscriptionOf = (table: string) => sql<Subscription | null>`(
  select json_build_object('plan', plan, 'state', state, 'period', period, 'extra_seats', extra_seats,
    'ends_at', ends_at, 'past_due_since', past_due_since, 'next_plan', next_plan)
  from subscription where subscription.integration_id = ${sql.ref(`${table}.integration_id`)})`

/** Writes the given fields; others keep their values. */
export const saveSubscription = (
  tx: Tx,
  integration_id: string,
  fields: Subscription &
    Partial<Omit<StoredSubscription, keyof Subscription | 'integration_id' | 'updated_at'>>,
  updated_at: string,
) =>
  tx
    .insertInto('subscription')
    .values({ integration_id, ...fields, updated_at })
    .onConflict((conflict) => conflict.column('integration_id').doUpdateSet({ ...fields, updated_at }))
    .execute()

/** Serializes changes of a workspace's subscription. */
export const lockSubscription = (tx: Tx, integration_id: string) =>
  lockLimit(tx, integration_id, 'subscription')

/** Serializes acts that use up the same limit of a workspace. */
export const lockLimit = (tx: Tx, integration_id: string, limit: string) =>
  lockName(tx, `plan:${limit}:${integration_id}`)

/** The first day of a month, UTC, such as `2026-11-01`. */
export const monthOf = (at_ms: number) => `${new Date(at_ms).toISOString().slice(0, 7)}-01`

export const findUsage = async (db: Db, integration_id: string, at_ms: number) =>
  (await db
    .selectFrom('plan_usage')
    .where('integration_id', '=', integration_id)
    .where('month', '=', monthOf(at_ms))
    .select(['assistant_conversations', 'extra_conversations'])
    .executeTakeFirst()) ?? { assistant_conversations: 0, extra_conversations: 0 }

export const isCounted = async (db: Db, integration_id: string, conversation_id: string): Promise<boolean> =>
  (await db
    .selectFrom('assistant_conversation')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .select('conversation_id')
    .executeTakeFirst()) !== undefined

/** @returns whether the conversation wasn't counted yet */
export const insertCounted = async (
  tx: Tx,
  integration_id: string,
  conversation_id: string,
): Promise<boolean> =>
  (await tx
    .insertInto('assistant_conversation')
    .values({ integration_id, conversation_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('conversation_id')
    .executeTakeFirst()) !== undefined

export const deleteCounted = (tx: Tx, integration_id: string, conversation_id: string) =>
  tx
    .deleteFrom('assistant_conversation')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .execute()

/**
 * Counts one more conversation in one statement, so that parallel answers never exceed the limit.
 *
 * @param included null means no limit
 * @returns the number of the month; undefined if the limit is reached and `is_capped`
 */
export async function countConversation(
  tx: Tx,
  integration_id: string,
  { included, is_capped, at_ms }: { included: number | null; is_capped: boolean; at_ms: number },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('plan_usage')
    .values({ integration_id, month: monthOf(at_ms), assistant_conversations: 1 })
    .onConflict((conflict) => {
      const update = conflict.columns(['integration_id', 'month']).doUpdateSet({
        assistant_conversations: sql`plan_usage.assistant_conversations + 1`,
        extra_conversations: sql`plan_usage.extra_conversations
          + case when plan_usage.assistant_conversations >= ${included}::integer then 1 else 0 end`,
      })
      return included !== null && is_capped
        ? update.where('plan_usage.assistant_conversations', '<', included)
        : update
    })
    .returning('assistant_conversations')
    .executeTakeFirst()
  return row?.assistant_conversations
}
