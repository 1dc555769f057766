import { defineRoute } from '../api.ts'
import type * as schema from './reports.schema.ts'

export type {
  Metric,
  PeriodMetrics,
  AssistantMetrics,
  DayMetrics,
  Report,
  MemberStats,
  ReportSlice,
  ReportFilter,
  ReportRow,
  WorkspaceActivity,
} from './reports.schema.ts'

/** The rows of a report's table. */
export const breakdowns = ['day', 'team', 'member', 'tag', 'origin', 'locale'] as const
export type Breakdown = (typeof breakdowns)[number]
/** Who started a conversation: the customer in the chat, or a teammate. */
export const origins = ['contact', 'member'] as const
/** Whether a conversation started within the opening hours. */
export const openings = ['open', 'closed'] as const
/** Of a report's custom period, in days. */
export const reportDaysMax = 366

export const reportDays = [7, 30, 90] as const
export type ReportDays = (typeof reportDays)[number]
export const metrics = [
  /** Waiting for the team now. This one and `open` don't depend on the period. */
  'waiting',
  /** Not resolved now. */
  'open',
  /** Started in the period, as all that follow. */
  'conversations',
  /** A teammate has replied. */
  'replied',
  /** Resolved now. */
  'resolved',
  /** Reopened after it was resolved. */
  'reopened',
  'rated',
  /** Had a reply target, and every reply was in time. */
  'sla_met',
  /** A reply was late, or is overdue. */
  'sla_missed',
  /** The assistant answered from content, or handed it over. */
  'involved',
  /** Answered with a source, without a teammate. */
  'answered',
  /** Like `answered`, and the customer said thanks. */
  'confirmed',
  /** Like `answered`, and the customer didn't write again. */
  'silent',
  /** Handed over to the team by the assistant. */
  'handed_over',
  /** The assistant answered, and then a teammate took over. */
  'taken_over',
  /** The assistant was involved, and it was reopened within seven days of being resolved. */
  'reopened_soon',
  /** Like `answered`, and resolved because the customer confirmed the answer. */
  'resolved_by_assistant',
] as const

/**
 * Returns the metrics of a period: conversations, answers, response times and ratings.
 * @throws Problem `invalid_input` on `time_zone`: no such zone
 */
export const getReport = defineRoute<typeof schema.getReport>()(
  'GET',
  '/api/integration/:integration_id/report',
)
/**
 * Returns the metrics of each member. Agents get only their own. Members without any are left out.
 * @throws Problem `invalid_input` on `time_zone`: no such zone
 */
export const listMemberStats = defineRoute<typeof schema.listMemberStats>()(
  'GET',
  '/api/integration/:integration_id/member-stats',
)

/**
 * Returns the metrics of a period, with one row for each day, team, member, tag, origin or language.
 * Conversations with several tags count in several rows.
 * @throws Problem `invalid_input` on `time_zone`, `from_day` or `until_day`
 */
export const getReportTable = defineRoute<typeof schema.getReportTable>()(
  'GET',
  '/api/integration/:integration_id/report-table',
)

/**
 * Lists the conversations that a metric counts, newest first; waiting ones are sorted by the longest wait.
 * Agents get those assigned to them and all waiting ones that they can see.
 */
export const listReportConversations = defineRoute<typeof schema.listReportConversations>()(
  'GET',
  '/api/integration/:integration_id/report/conversations',
)
export const listWorkspaceActivity = defineRoute<typeof schema.listWorkspaceActivity>()(
  'GET',
  '/api/integrations/activity',
)
