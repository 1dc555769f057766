import * as z from 'zod/mini'
import { Nothing, schemas } from '../api.schema.ts'
import { Time, ZoneName } from '../fields.schema.ts'
import { lastReportDay, reportFrequencies } from './report-emails.ts'

/** When a member gets a report. */
export const ReportSchedule = z.object({
  frequency: z.enum(reportFrequencies),
  /** Weekly: 1 is Monday, 7 Sunday. Monthly: the day of the month, from 1 to 28. */
  day: z.int(),
  /** The time zone of the day and of the report; null is the workspace's. */
  time_zone: z.nullable(z.string()),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const ReportEmail = z.object({
  /** Null if the member gets no reports. */
  schedule: z.nullable(ReportSchedule),
  /** When the next report is sent; null without a schedule. */
  next_at: z.nullable(Time),
})
export type ReportEmail = z.infer<typeof ReportEmail>

export const getReportEmail = schemas({ output: ReportEmail, problems: ['not_found', 'forbidden'] })
export const updateReportEmail = schemas({
  input: z
    .object({
      frequency: z.enum(reportFrequencies),
      day: z.int().check(z.gte(1), z.lte(lastReportDay.monthly)),
      time_zone: z.nullable(ZoneName),
    })
    .check(
      z.refine(({ frequency, day }) => day <= lastReportDay[frequency], {
        path: ['day'],
        error: 'choice_invalid',
      }),
    ),
  output: ReportEmail,
  problems: ['not_found', 'forbidden', 'invalid_input'],
})
export const deleteReportEmail = schemas({ output: Nothing, problems: ['not_found', 'forbidden'] })
export const unsubscribeReportEmails = schemas({
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: z.object({ workspace: z.string() }),
  problems: ['invalid_input'],
})
