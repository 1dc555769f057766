import type { ConversationStatus, Handler, Priority, Schedule, Subscription, Targets } from '@ozvi/contract'
import { addOpenTime, openTimeBetween } from '@ozvi/contract/opening-intervals'
import { sql } from 'kysely'
import { hasFeatureWith, subscriptionOf } from '#features/plans'
import type { Context } from '#platform/context/context.ts'

/** The fields that determine the SLA deadline. Times as ISO 8601. */
export interface SlaInput {
  integration_id: string
  status: ConversationStatus
  handler: Handler
  priority: Priority
  waiting_since: string | null
  first_reply_at: string | null
  last_message_at: string
  due_at: string | null
  sla_remaining_s: number | null
  overdue_at: string | null
  waiting_on_customer_since: string | null
}
export type SlaDeadline = Pick<
  SlaInput,
  'waiting_since' | 'due_at' | 'sla_remaining_s' | 'overdue_at' | 'waiting_on_customer_since'
>

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/**
 * The deadline of a reply in opening hours since the customer started waiting, by the target for the first or
 * a later reply. While the conversation is snoozed the clock stops, and continues with the remaining time.
 */
function computeDeadline(
  row: SlaInput,
  hours: Schedule,
  targets: NonNullable<SlaSettings['targets']>,
  now: number,
): SlaDeadline {
  const waiting_on_customer_since =
    row.status === 'waiting' ? (row.waiting_on_customer_since ?? iso(now)) : null
  const stopped = {
    waiting_since: row.waiting_since,
    due_at: null,
    overdue_at: null,
    waiting_on_customer_since,
  }
  if (row.status === 'snoozed') {
    const remaining_s = row.due_at
      ? Math.round(openTimeBetween(hours, now, Date.parse(row.due_at)) / 1000)
      : row.sla_remaining_s
    return { ...stopped, sla_remaining_s: remaining_s }
  }
  if (row.status !== 'open' || row.handler !== 'team') return { ...stopped, sla_remaining_s: null }
  const waiting_since = row.waiting_since ?? (row.sla_remaining_s === null ? null : iso(now))
  if (!waiting_since) return { ...stopped, sla_remaining_s: null }
  const kind = row.first_reply_at ? 'next_reply_min' : 'first_reply_min'
  const minutes = targets[kind][row.priority]
  const target_ms = row.sla_remaining_s === null ? minutes && minutes * 60_000 : row.sla_remaining_s * 1000
  const due_at = target_ms === null ? null : iso(addOpenTime(hours, Date.parse(waiting_since), target_ms))
  const isSame = due_at !== null && row.due_at !== null && Date.parse(due_at) === Date.parse(row.due_at)
  return {
    waiting_since,
    due_at,
    sla_remaining_s: row.sla_remaining_s,
    overdue_at: isSame ? row.overdue_at : null,
    waiting_on_customer_since,
  }
}

/** The settings that determine a deadline; null if the workspace has none. */
interface SlaSettings {
  hours: Schedule | null
  targets: Pick<Targets, 'first_reply_min' | 'next_reply_min'> | null
  subscription: Subscription | null
}
/** For a conversation with a deadline. An expression for a query of `conversation`. */
export const slaSettings = sql<SlaSettings | null>`(
  case when conversation.waiting_since is not null or conversation.due_at is not null
    or conversation.sla_remaining_s is not null
  then json_build_object(
    'hours', (select json_build_object('is_on', is_on, 'time_zone', time_zone, 'week', week, 'holidays', holidays)
      from opening_hours where opening_hours.integration_id = conversation.integration_id),
    'targets', (select json_build_object('first_reply_min', first_reply_min, 'next_reply_min', next_reply_min)
      from reply_targets where reply_targets.integration_id = conversation.integration_id),
    'subscription', ${subscriptionOf('conversation')}) end)`

/** The changes to the deadline after the conversation changed; undefined if there are none. */
export function computeSlaDeadline(
  ctx: Context,
  row: SlaInput,
  settings: SlaSettings | null,
): SlaDeadline | undefined {
  const isIdle = !row.waiting_since && !row.due_at && row.sla_remaining_s === null
  const isQuiet = (row.status === 'waiting') === (row.waiting_on_customer_since !== null)
  if (isIdle && isQuiet) return undefined
  const isIncluded = hasFeatureWith(ctx, settings?.subscription ?? null, 'sla')
  const { first_reply_min, next_reply_min } = (isIncluded && settings?.targets) || {}
  const targets = {
    first_reply_min: { ...none, ...first_reply_min },
    next_reply_min: { ...none, ...next_reply_min },
  }
  const deadline = computeDeadline(row, settings?.hours ?? alwaysOpen, targets, ctx.now())
  // The keys are columns of the row.
  const isChanged = (Object.keys(deadline) as (keyof SlaDeadline)[]).some(
    (name) => deadline[name] !== row[name],
  )
  return isChanged ? deadline : undefined
}
const none = { none: null, low: null, medium: null, high: null, urgent: null }
const alwaysOpen: Schedule = { is_on: false, time_zone: 'UTC', week: [], holidays: [] }
