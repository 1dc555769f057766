import { defineRoute } from '../api.ts'
import type * as schema from './report-emails.schema.ts'

export type { ReportEmail, ReportSchedule } from './report-emails.schema.ts'

export const reportFrequencies = ['weekly', 'monthly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]
/** The last day that can be chosen. Every month has 28. */
export const lastReportDay = { weekly: 7, monthly: 28 } as const satisfies Record<ReportFrequency, number>
/** The hour at which reports are sent, in the time zone of the schedule. */
export const reportHour = 8

const path = '/api/integration/:integration_id/report-email'
/** Returns when the caller gets the report of a workspace by email. */
export const getReportEmail = defineRoute<typeof schema.getReportEmail>()('GET', path)
/** Emails the caller the numbers of the past week or month from now on, until they turn it off or lose access. */
export const updateReportEmail = defineRoute<typeof schema.updateReportEmail>()('PUT', path)
/** Stops the caller's report emails. */
export const deleteReportEmail = defineRoute<typeof schema.deleteReportEmail>()('DELETE', path)
/**
 * Stops the report emails of a workspace to one member, with the link in one of them. Needs no session.
 * @throws Problem `invalid_input` on `token`: not valid
 */
export const unsubscribeReportEmails = defineRoute<typeof schema.unsubscribeReportEmails>()(
  'POST',
  '/api/report-emails/stop',
)
