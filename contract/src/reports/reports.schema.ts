import * as z from 'zod/mini'
import { queryInt, schemas } from '../api.schema.ts'
import { Conversation, Handler, HandOverReason, ResolvedBy } from '../conversations/conversations.schema.ts'
import { Score } from '../conversations/ratings.schema.ts'
import { Day, Id, Locale, Time } from '../fields.schema.ts'
import { breakdowns, metrics, openings, origins, reportDays } from './reports.ts'

/**
 * Everything that the dashboard counts. All but `waiting` and `open`, which are about now, count conversations that
 * began in the period, without tests and spam: so that two figures are always about the same conversations.
 */
export const Metric = z.enum(metrics)
export type Metric = z.infer<typeof Metric>

/** The days of a report, and the time zone in which they start. */
const Period = z.object({
  /** Calendar days up to today: 7, 30 or 90. */
  days: z.pipe(
    z._default(z.coerce.number(), 30),
    z.transform((days) => reportDays.find((one) => one === days) ?? 30),
  ),
  /** For example `Europe/Bratislava`; defaults to the workspace's time zone. */
  time_zone: z.optional(z.string().check(z.maxLength(64))),
  /** A custom period instead of `days`. Requires both days; at most 366 days. */
  from_day: z.optional(Day),
  until_day: z.optional(Day),
})
const IdOrNone = z.union([Id, z.literal('none')])
/** Which conversations a report counts, as they are now; all of them must match. */
export const ReportFilter = z.object({
  team_id: z.optional(IdOrNone),
  assignee_id: z.optional(IdOrNone),
  tag_id: z.optional(IdOrNone),
  locale: z.optional(Locale),
  origin: z.optional(z.enum(origins)),
  hours: z.optional(z.enum(openings)),
})
export type ReportFilter = z.infer<typeof ReportFilter>
const Filtered = z.extend(Period, ReportFilter.shape)
const Seconds = z.nullable(z.number())
const count = z.int()

export const PeriodMetrics = z.object({
  /** Unresolved at the end of the period, as known now: a reopened conversation counts as never resolved. */
  open: count,
  conversations: count,
  replied: count,
  /**
   * From the handover, or otherwise the first message, to the first reply of a person; null if there is
   * none.
   */
  first_reply_median_s: Seconds,
  first_reply_p90_s: Seconds,
  resolved: count,
  /** Who resolved the conversations that are resolved now. */
  resolved_by: z.partialRecord(ResolvedBy, count),
  /** From the first message to the last time it was resolved. */
  resolution_median_s: Seconds,
  reopened: count,
  rated: count,
  /** From 1 to 5. */
  rating_average: z.nullable(z.number()),
  /** Number of ratings with each score, from 1 to 5. */
  rating_counts: z.array(count),
  /** Conversations with a reply target: those without an overdue reply, and the others. */
  sla_met: count,
  sla_missed: count,
})
export type PeriodMetrics = z.infer<typeof PeriodMetrics>

export const AssistantMetrics = z.object({
  involved: count,
  answered: count,
  confirmed: count,
  silent: count,
  handed_over: count,
  taken_over: count,
  reopened_soon: count,
  resolved_by_assistant: count,
  handed_over_by: z.partialRecord(HandOverReason, count),
})
export type AssistantMetrics = z.infer<typeof AssistantMetrics>

export const DayMetrics = z.object({
  /** A date such as `2026-11-20`, in the report's time zone. */
  day: z.string(),
  scenario: count,
  assistant: count,
  team: count,
  /** Unresolved at the end of the day. The other counts are of conversations that started on this day. */
  open: count,
  resolved: count,
  resolved_by_assistant: count,
  /** Answered by the assistant, without a person. */
  answered: count,
  first_reply_median_s: Seconds,
  resolution_median_s: Seconds,
  rating_average: z.nullable(z.number()),
})
export type DayMetrics = z.infer<typeof DayMetrics>

/** The figures of a period, compared with those of an equally long one before it. */
export const Report = z.object({
  days: z.int(),
  /** The time zone of the report's days and hours. */
  time_zone: z.string(),
  /** The first day of the period, and the first day of the previous period. */
  from_day: z.string(),
  until_day: z.string(),
  previous_from_day: z.string(),
  /** Whether the report is limited to conversations assigned to the caller, as for agents. */
  is_own: z.boolean(),
  current: PeriodMetrics,
  previous: PeriodMetrics,
  /** Null for agents, because conversations of the assistant are unassigned. */
  assistant: z.nullable(z.object({ current: AssistantMetrics, previous: AssistantMetrics })),
  /** Every day of the period, oldest first, by who handles the conversations now. */
  by_day: z.array(DayMetrics),
  /** The same number of days before the period. */
  previous_by_day: z.array(DayMetrics),
  /** Conversations by the weekday, Monday first, and the hour they started: 7 × 24. */
  by_hour: z.array(z.array(count)),
})
export type Report = z.infer<typeof Report>
export const getReport = schemas({
  input: Filtered,
  output: Report,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** Of the conversations that are assigned to a member and began in the period, as an agent's report has them. */
export const MemberStats = z.object({
  user_id: Id,
  ...z.pick(PeriodMetrics, {
    conversations: true,
    replied: true,
    first_reply_median_s: true,
    resolved: true,
    rated: true,
    rating_average: true,
  }).shape,
})
export type MemberStats = z.infer<typeof MemberStats>
export const listMemberStats = schemas({
  input: Period,
  output: z.array(MemberStats),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** A row of a report's table. */
export const ReportRow = z.object({
  /** A day, an id, an origin or a language; null for conversations without a team, assignee or tag. */
  key: z.nullable(z.string()),
  ...z.pick(PeriodMetrics, {
    conversations: true,
    replied: true,
    first_reply_median_s: true,
    first_reply_p90_s: true,
    resolved: true,
    resolution_median_s: true,
    reopened: true,
    rated: true,
    rating_average: true,
    sla_met: true,
    sla_missed: true,
  }).shape,
})
export type ReportRow = z.infer<typeof ReportRow>
export const ReportTableQuery = z.extend(Filtered, { by: z.enum(breakdowns) })
export const getReportTable = schemas({
  input: ReportTableQuery,
  output: z.array(ReportRow),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** A figure, or only a part of what it counts. */
export const ReportSlice = z.object({
  figure: Metric,
  /** Started on this day. */
  day: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'type_invalid'))),
  /** Started on this day of the week, where 1 is Monday, at this hour. */
  weekday: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(7))),
  hour: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(23))),
  handler: z.optional(Handler),
  reason: z.optional(HandOverReason),
  resolved_by: z.optional(ResolvedBy),
  score: z.optional(z.pipe(z.coerce.number(), Score)),
})
export type ReportSlice = z.infer<typeof ReportSlice>
export const listReportConversations = schemas({
  input: z.extend(z.extend(Filtered, ReportSlice.shape), {
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: queryInt(1, 100, 30),
  }),
  output: z.object({ items: z.array(Conversation), total: count, next: z.nullable(z.string()) }),
  problems: ['not_found', 'forbidden', 'invalid_input'],
})

/** The state of one of the caller's workspaces, for the workspace switcher. */
export const WorkspaceActivity = z.object({
  integration_id: Id,
  /** The team's unresolved conversations with something the caller hasn't read. */
  unread: count,
  members: count,
  /** When the last message was written; null if there is none. */
  last_active_at: z.nullable(Time),
})
export type WorkspaceActivity = z.infer<typeof WorkspaceActivity>
export const listWorkspaceActivity = schemas({
  output: z.array(WorkspaceActivity),
  problems: [],
})
