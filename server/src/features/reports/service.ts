import {
  type AssistantMetrics,
  type DayMetrics,
  type Input,
  type PeriodMetrics,
  Problem,
  canSeeAllStats,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { listConversationsById } from '#features/conversations'
import type { Session } from '#features/accounts'
import { findTimeZone, type MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { listActivity } from './activity-store.ts'
import * as store from './store.ts'

const day_ms = 24 * 60 * 60 * 1000

/** An agent's metrics cover conversations assigned to them; everyone else sees the workspace's. */
const scopeOf = (actor: MemberActor): store.Scope => ({
  reader: actor,
  integration_id: actor.integration_id,
  assignee_id: canSeeAllStats(actor.role) ? undefined : actor.user_id,
})

function assertTimeZone(time_zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: time_zone })
  } catch {
    throw new Problem('invalid_input', { time_zone: ['choice_invalid'] })
  }
}
/** The requested days, in the given time zone, otherwise the workspace's. */
async function boundsOf(
  ctx: Context,
  { integration_id }: MemberActor,
  { days, time_zone: named }: { days: number; time_zone?: string | undefined },
) {
  if (named !== undefined) assertTimeZone(named)
  const time_zone = named ?? (await findTimeZone(ctx.db, integration_id))
  const now = new Date(ctx.now()).toISOString()
  return { ...(await store.findBounds(ctx.db, { days, time_zone, now })), time_zone }
}

type Sums = Awaited<ReturnType<typeof store.sumPeriods>>[number]
type Changes = Awaited<ReturnType<typeof store.sumChanges>>
type Reasons = Awaited<ReturnType<typeof store.sumReasons>>
type Resolvers = Awaited<ReturnType<typeof store.sumResolvers>>

const periodOf = (
  sums: Sums | undefined,
  open: number,
  resolvers: Resolvers,
  is_current: boolean,
): PeriodMetrics => ({
  open,
  conversations: sums?.conversations ?? 0,
  replied: sums?.replied ?? 0,
  first_reply_median_s: sums?.first_reply_median_s ?? null,
  first_reply_p90_s: sums?.first_reply_p90_s ?? null,
  resolved: sums?.resolved ?? 0,
  resolved_by: Object.fromEntries(
    resolvers
      .filter((row) => row.is_current === is_current)
      .map(({ resolved_by, count }) => [resolved_by, count]),
  ),
  resolution_median_s: sums?.resolution_median_s ?? null,
  reopened: sums?.reopened ?? 0,
  rated: sums?.rated ?? 0,
  rating_average: sums?.rating_average ?? null,
  rating_counts: sums?.rating_counts ?? [0, 0, 0, 0, 0],
})
const assistantOf = (sums: Sums | undefined, reasons: Reasons, is_current: boolean): AssistantMetrics => ({
  involved: sums?.involved ?? 0,
  answered: sums?.answered ?? 0,
  confirmed: sums?.confirmed ?? 0,
  silent: sums?.silent ?? 0,
  handed_over: sums?.handed_over ?? 0,
  taken_over: sums?.taken_over ?? 0,
  reopened_soon: sums?.reopened_soon ?? 0,
  resolved_by_assistant: sums?.resolved_by_assistant ?? 0,
  handed_over_by: Object.fromEntries(
    reasons.filter((row) => row.is_current === is_current).map(({ reason, count }) => [reason, count]),
  ),
})

const noneOn: Omit<DayMetrics, 'day' | 'open'> = {
  scenario: 0,
  assistant: 0,
  team: 0,
  resolved: 0,
  resolved_by_assistant: 0,
  answered: 0,
  first_reply_median_s: null,
  resolution_median_s: null,
  rating_average: null,
}

/** Calendar days without times, so each counts as equally long. */
const nextDays = (from_day: string, days: number) =>
  Array.from({ length: days }, (_, place) =>
    new Date(Date.parse(from_day) + place * day_ms).toISOString().slice(0, 10),
  )

/**
 * Unresolved conversations at the end of each day, computed backwards from the current number, so that only
 * the requested days are read.
 *
 * @param all_days oldest first, up to today
 */
function openAt(all_days: string[], now: number, { began, resolved }: Changes): Map<string, number> {
  const beganOn = new Map(began.map(({ day, count }) => [day, count]))
  const resolvedOn = new Map(resolved.map(({ day, count }) => [day, count]))
  let open = now
  return new Map(
    all_days.toReversed().map((day) => {
      const atEnd = open
      open += (resolvedOn.get(day) ?? 0) - (beganOn.get(day) ?? 0)
      return [day, Math.max(0, atEnd)]
    }),
  )
}

/** @throws Problem `invalid_input` on `time_zone` if unknown */
export async function getReport(ctx: Context, actor: MemberActor, input: Input<typeof contract.getReport>) {
  const scope = scopeOf(actor)
  const { days } = input
  const { time_zone, ...bounds } = await boundsOf(ctx, actor, input)
  const [sums, reasons, resolvers, hours, days_sums, open, changes] = await Promise.all([
    store.sumPeriods(ctx.db, scope, bounds),
    store.sumReasons(ctx.db, scope, bounds),
    store.sumResolvers(ctx.db, scope, bounds),
    store.sumHours(ctx.db, scope, bounds, time_zone),
    store.sumDays(ctx.db, scope, bounds, time_zone),
    store.countOpen(ctx.db, scope),
    store.sumChanges(ctx.db, scope, bounds, time_zone),
  ])
  const current = sums.find(({ is_current }) => is_current)
  const previous = sums.find(({ is_current }) => !is_current)
  const openOn = openAt(nextDays(bounds.previous_from_day, 2 * days), open, changes)
  const sumsOn = new Map(days_sums.map((row) => [row.day, row]))
  const dayOf = (day: string): DayMetrics => ({
    ...noneOn,
    ...sumsOn.get(day),
    day,
    open: openOn.get(day) ?? open,
  })
  const lastBefore = nextDays(bounds.previous_from_day, days).at(-1) ?? ''
  const by_hour = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour, count } of hours) {
    const row = by_hour[weekday - 1]
    if (row) row[hour] = count
  }
  const is_own = scope.assignee_id !== undefined
  return {
    days,
    time_zone,
    from_day: bounds.from_day,
    previous_from_day: bounds.previous_from_day,
    is_own,
    current: periodOf(current, open, resolvers, true),
    previous: periodOf(previous, openOn.get(lastBefore) ?? 0, resolvers, false),
    assistant: is_own
      ? null
      : { current: assistantOf(current, reasons, true), previous: assistantOf(previous, reasons, false) },
    by_day: nextDays(bounds.from_day, days).map(dayOf),
    previous_by_day: nextDays(bounds.previous_from_day, days).map(dayOf),
    by_hour,
  }
}

/** @throws Problem `invalid_input` on `time_zone` if unknown */
export async function listMemberStats(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.listMemberStats>,
) {
  return store.sumMembers(ctx.db, scopeOf(actor), await boundsOf(ctx, actor, input))
}

export const listWorkspaceActivity = (ctx: Context, { user, has_two_factors }: Session) =>
  listActivity(ctx.db, { user_id: user.id, has_two_factors })

function positionOf(cursor: string | undefined): store.Position | undefined {
  if (cursor === undefined) return undefined
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (Number.isNaN(Date.parse(at)) || !/^[0-9a-f-]{36}$/.test(id))
    throw new Problem('invalid_input', { cursor: ['cursor_invalid'] })
  return { at, id }
}

/** `next` is the cursor of the following page; `total` counts all of them. */
export async function listReportConversations(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.listReportConversations>,
) {
  const scope = scopeOf(actor)
  const { time_zone: named, cursor, limit, integration_id: _, ...slice } = input
  const { time_zone, ...bounds } = await boundsOf(ctx, actor, { ...slice, time_zone: named })
  const [places, total] = await Promise.all([
    store.listSlice(ctx.db, scope, bounds, time_zone, {
      ...slice,
      after: positionOf(cursor),
      limit: limit + 1,
    }),
    store.countSlice(ctx.db, scope, bounds, time_zone, slice),
  ])
  const page = places.slice(0, limit)
  const last = page.at(-1)
  const rows = await listConversationsById(
    ctx.db,
    scope.integration_id,
    page.map(({ id }) => id),
  )
  return {
    items: page.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []),
    total,
    next: places.length > limit && last ? Buffer.from(`${last.at}|${last.id}`).toString('base64url') : null,
  }
}
