import {
  type AssistantMetrics,
  type DayMetrics,
  type Input,
  type PeriodMetrics,
  type ReportFilter,
  reportDaysMax,
  canSeeAllStats,
  entryProblem,
  day_ms,
} from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { openIntervals } from '@ozvi/contract/opening-intervals'
import { findHours } from '#features/hours'
import { listConversationsById } from '#features/conversations'
import type { Session } from '#features/accounts'
import { findTimeZone, type MemberActor } from '#features/integrations'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { cursorOf, pageOf, readCursor } from '#platform/http/cursor.ts'
import { validationError } from '#platform/http/validation-error.ts'
import { listActivity } from './activity-store.ts'
import * as store from './store.ts'

/** What a report depends on of the member who reads it. */
export type ReportReader = Pick<MemberActor, 'integration_id' | 'user_id' | 'role' | 'conversation_access'>

/**
 * An agent's metrics cover conversations assigned to them; everyone else sees the workspace's.
 *
 * @param opening only needed for a filter by hours
 */
const scopeOf = (actor: ReportReader, filter: ReportFilter = {}, opening = '{}'): store.Scope => ({
  reader: actor,
  integration_id: actor.integration_id,
  assignee_id: canSeeAllStats(actor.role) ? undefined : actor.user_id,
  filter,
  opening,
})

/** The opening hours within both periods, as a multirange. */
async function openingOf(ctx: Context, integration_id: string, bounds: store.Bounds): Promise<string> {
  const hours = await findHours(ctx.db, integration_id)
  const intervals = openIntervals(hours, Date.parse(bounds.previous_from), Date.parse(bounds.until))
  const iso = (ms: number) => new Date(ms).toISOString()
  return `{${intervals.map(([from, to]) => `[${iso(from)},${iso(to)})`).join(',')}}`
}
/** The period and the conversations that a report counts. */
async function selectionOf(ctx: Context, actor: ReportReader, input: PeriodInput & ReportFilter) {
  const { time_zone, days, ...bounds } = await boundsOf(ctx, actor, input)
  const { team_id, assignee_id, tag_id, locale, origin, hours } = input
  const filter = { team_id, assignee_id, tag_id, locale, origin, hours }
  const opening = hours && (await openingOf(ctx, actor.integration_id, bounds))
  return { scope: scopeOf(actor, filter, opening), bounds, days, time_zone }
}

function assertTimeZone(time_zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: time_zone })
  } catch {
    throw validationError('time_zone', 'choice_invalid')
  }
}
/** No conversation is older. */
const firstDay = '2000-01-01'
interface PeriodInput {
  days: number
  time_zone?: string | undefined
  from_day?: string | undefined
  until_day?: string | undefined
}
/** Days of the period. @throws Problem `invalid_input` if a custom one is incomplete, reversed or too long */
function lengthOf({ days, from_day, until_day }: PeriodInput): number {
  if (from_day === undefined && until_day === undefined) return days
  if (from_day === undefined || until_day === undefined)
    throw validationError(from_day ? 'until_day' : 'from_day', 'required')
  const length = Math.round((Date.parse(until_day) - Date.parse(from_day)) / day_ms) + 1
  if (from_day < firstDay) throw validationError('from_day', 'date_invalid')
  if (length < 1) throw validationError('until_day', 'range_reversed')
  if (length > reportDaysMax) throw validationError('until_day', `too_many_days:${reportDaysMax}`)
  return length
}
/** The requested days, in the given time zone, otherwise the workspace's. */
async function boundsOf(
  ctx: Context,
  { integration_id }: ReportReader,
  { time_zone: requested, ...input }: PeriodInput,
) {
  if (requested !== undefined) assertTimeZone(requested)
  const days = lengthOf(input)
  const { from_day, until_day } = input
  const time_zone = requested ?? (await findTimeZone(ctx.db, integration_id))
  const now = isoNow(ctx)
  return {
    ...(await store.findBounds(ctx.db, { days, time_zone, now, from_day, until_day })),
    time_zone,
    days,
  }
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
  sla_met: sums?.sla_met ?? 0,
  sla_missed: sums?.sla_missed ?? 0,
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
  Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(from_day) + index * day_ms).toISOString().slice(0, 10),
  )

/** From one day to another, both included; one day if they are reversed. */
const daysUntil = (from_day: string, until_day: string) =>
  nextDays(from_day, Math.max(0, Math.round((Date.parse(until_day) - Date.parse(from_day)) / day_ms)) + 1)

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
export async function getReport(ctx: Context, actor: ReportReader, input: Input<typeof contract.getReport>) {
  const { scope, bounds, days, time_zone } = await selectionOf(ctx, actor, input)
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
  const openOn = openAt(daysUntil(bounds.previous_from_day, bounds.today), open, changes)
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
    until_day: bounds.until_day,
    previous_from_day: bounds.previous_from_day,
    is_own,
    current: periodOf(current, openOn.get(bounds.until_day) ?? open, resolvers, true),
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

/** @throws Problem `invalid_input` on `time_zone`, `from_day` or `until_day` */
export async function getReportTable(
  ctx: Context,
  actor: MemberActor,
  { by, ...input }: Input<typeof contract.getReportTable>,
) {
  const { scope, bounds, time_zone } = await selectionOf(ctx, actor, input)
  return store.sumRows(ctx.db, scope, bounds, time_zone, by)
}

export const listWorkspaceActivity = async (ctx: Context, session: Session) =>
  (await listActivity(ctx.db, session.user.id)).filter((workspace) => !entryProblem(session, workspace))

/** `next` is the cursor of the following page; `total` counts all of them. */
export async function listReportConversations(
  ctx: Context,
  actor: MemberActor,
  input: Input<typeof contract.listReportConversations>,
) {
  const { cursor, limit, ...slice } = input
  const { scope, bounds, time_zone } = await selectionOf(ctx, actor, slice)
  const [positions, total] = await Promise.all([
    store.listSlice(ctx.db, scope, bounds, time_zone, {
      ...slice,
      after: readCursor(cursor),
      limit: limit + 1,
    }),
    store.countSlice(ctx.db, scope, bounds, time_zone, slice),
  ])
  const { items: page, next } = pageOf(positions, limit, cursorOf)
  const ids = page.map(({ id }) => id)
  const rows = await listConversationsById(ctx.db, scope.integration_id, ids)
  return { items: ids.flatMap((id) => rows.find((row) => row.id === id) ?? []), total, next }
}
