import { defaultInactivityDays } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { ConversationRow } from '../record/rows.ts'
import { type Changes, isInactive, type Key } from '../record/store.ts'

/**
 * Emitted with the change it belongs to, so it doesn't increment the version. Records for reports whether a
 * reply was due, and whether it came too late.
 */
export const setSlaDeadline = (
  tx: Tx,
  { integration_id, conversation_id }: Key,
  clock: Changes & { due_at: string | null },
  now: number,
) =>
  tx
    .updateTable('conversation')
    .set(clock)
    .set({
      had_target: sql<boolean>`conversation.had_target or ${clock.due_at !== null}::boolean`,
      missed_target: sql<boolean>`conversation.missed_target
        or coalesce(conversation.due_at < ${new Date(now).toISOString()}::timestamptz, false)`,
    })
    .where('integration_id', '=', integration_id)
    .where('id', '=', conversation_id)
    .execute()

/** Overdue replies of all open workspaces. */
export const listDue = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('conversation')
    .innerJoin('integration', 'integration.id', 'conversation.integration_id')
    .where('integration.deletes_at', 'is', null)
    .where('due_at', '<=', now)
    .where('overdue_at', 'is', null)
    .select(['conversation.integration_id', 'conversation.id'])
    .orderBy('due_at')
    .limit(limit)
    .execute()

/**
 * Conversations inactive for longer than their workspace allows. Workspaces without a settings row use the
 * default.
 */
export const listInactive = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('conversation')
    .leftJoin('reply_targets', 'reply_targets.integration_id', 'conversation.integration_id')
    .where(isInactive)
    .where(
      sql<boolean>`greatest(conversation.last_message_at, conversation.waiting_on_customer_since)
        <= ${now}::timestamptz - make_interval(days => case when reply_targets.integration_id is null
          then ${defaultInactivityDays}::int else reply_targets.resolve_after_days end)`,
    )
    .select(['conversation.integration_id', 'conversation.id'])
    .limit(limit)
    .execute()

/** Snoozed conversations whose time has come. */
export const listDueSnoozes = (db: Db, now: string, limit: number) =>
  db
    .selectFrom('conversation')
    .where('status', '=', 'snoozed')
    .where('snoozed_until', '<=', now)
    .select(['integration_id', 'id'])
    .orderBy('snoozed_until')
    .limit(limit)
    .execute()

/** Since when the customer has been waiting for the team; null if no reply is due. */
export async function waitingSince(
  db: Db,
  { integration_id, id, handler }: Pick<ConversationRow, 'integration_id' | 'id' | 'handler'>,
): Promise<string | null> {
  if (handler !== 'team') return null
  const messages = () =>
    db
      .selectFrom('message')
      .where('integration_id', '=', integration_id)
      .where('conversation_id', '=', id)
      .where('kind', '=', 'text')
  const answered = await messages()
    .where('author', '=', 'member')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst()
  const owed = await messages()
    .where('author', '=', 'contact')
    .where('seq', '>', answered?.seq ?? 0)
    .select('sent_at')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return owed?.sent_at ?? null
}

/**
 * `waiting_since` when a customer writes: unchanged if already set, only for the team's conversations, never
 * for spam.
 */
export const waitingSinceExpression = (at: string) =>
  sql<
    string | null
  >`case when conversation.handler = 'team' and conversation.status <> 'spam' then coalesce(conversation.waiting_since, ${at}::timestamptz) end`
