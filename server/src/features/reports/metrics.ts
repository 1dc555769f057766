import type { Metric } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { resolvedBy } from '#features/conversations'

/*
 * The definition of each metric: the number and the list behind it use the same condition, so they always
 * agree.
 */

/** A person was involved as soon as one was requested or replied, regardless of who handles it now. */
const answered = sql<boolean>`(
  answers > 0 and handler <> 'team' and with_team_since is null and first_reply_at is null)`
const involved = sql<boolean>`(answers > 0 or hand_over_reason is not null)`

/** Conversations started in the period; `waiting` and `open` are current. */
export const counted: Record<Metric, RawBuilder<boolean>> = {
  waiting: sql`(waiting_since is not null and handler = 'team')`,
  open: sql`(status <> 'resolved')`,
  conversations: sql`true`,
  replied: sql`(first_reply_at is not null)`,
  resolved: sql`(status = 'resolved')`,
  reopened: sql`(reopen_count > 0)`,
  rated: sql`(rating is not null)`,
  sla_met: sql`(had_target and not missed_target and due_at is null)`,
  sla_missed: sql`missed_target`,
  involved,
  answered,
  confirmed: sql`(${answered} and confirmed_at is not null)`,
  silent: sql`(${answered} and confirmed_at is null)`,
  handed_over: sql`(hand_over_reason is not null)`,
  taken_over: sql`(answers > 0 and hand_over_reason is null and not ${answered})`,
  reopened_soon: sql`(${involved} and reopened_at <= previous_resolved_at + interval '7 days')`,
  resolved_by_assistant: sql`(${answered} and ${resolvedBy} = 'assistant')`,
}
/** How long the customer waited for a person, since one was requested. */
export const firstReply_s = sql<number>`greatest(0, extract(epoch from first_reply_at - coalesce(with_team_since, created_at)))`
export const resolution_s = sql<number>`greatest(0, extract(epoch from resolved_at - created_at))`
