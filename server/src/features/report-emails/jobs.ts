import { reportFrequencies } from '@ozvi/contract'
import * as z from 'zod/mini'
import { findRecipient } from '#features/notifications'
import { getReport } from '#features/reports'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { composeReport } from './email.ts'
import { nextReportAt, periodDue } from './schedule.ts'
import * as store from './store.ts'

/** Reports queued together; the rest follow a minute later. */
const dueMax = 500
const queueDueJob = defineJob('report-emails.queue_due', z.object({}), { retry_limit: 0, expire_s: 60 })

const DueReport = z.object({
  integration_id: z.uuid(),
  user_id: z.uuid(),
  frequency: z.enum(reportFrequencies),
  time_zone: z.string(),
  from_day: z.string(),
  until_day: z.string(),
})
/** Retried for over four hours: an address that has reached its limit gets the report later. */
export const sendReportJob = defineJob('report-emails.send', DueReport, {
  retry_limit: 8,
  retry_delay_s: 60,
  concurrency: 2,
})

export function reportEmailJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(sendReportJob, (due) => sendReport(ctx, due))
  jobs.register(queueDueJob, () => queueDue(ctx))
  jobs.schedule(queueDueJob, '* * * * *', {})
}

/**
 * Queues the reports that are due and moves their schedules on, in one transaction. After a downtime, only the newest
 * one is sent. Called by the scheduler.
 */
export const queueDue = (ctx: Context): Promise<void> =>
  ctx.transaction(async (tx) => {
    const now = ctx.now()
    for (const due of await store.lockDue(tx, new Date(now).toISOString(), dueMax)) {
      const { integration_id, user_id, frequency } = due
      const time_zone = due.time_zone ?? due.workspace_zone
      await store.setNext(tx, due, nextReportAt(due, time_zone, now))
      await tx.enqueue(sendReportJob, {
        integration_id,
        user_id,
        frequency,
        time_zone,
        ...periodDue(due, time_zone, now),
      })
    }
  })

/** The period is marked as sent in the transaction that queues the email, so a repeated run sends nothing. */
async function sendReport(ctx: Context, due: z.output<typeof DueReport>): Promise<void> {
  const { time_zone, from_day, until_day } = due
  const reader = await store.findReader(ctx.db, due)
  if (!reader) return
  const report = await getReport(ctx, reader, {
    integration_id: due.integration_id,
    days: 7,
    time_zone,
    from_day,
    until_day,
  })
  await ctx.transaction(async (tx) => {
    if (!(await store.markSent(tx, due, until_day))) return
    const recipient = (await store.findReader(tx, due)) && (await findRecipient(tx, due))
    if (!recipient) return
    const outcome = await ctx.mail.queue(tx, composeReport(ctx, due, recipient, report))
    if (!outcome.is_queued) throw new Error(`The report wasn't queued: ${outcome.code}`)
  })
}
