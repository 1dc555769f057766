import { day_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { mailUnseen } from './mails.ts'
import { push, pushNotificationJob } from './push.ts'
import { deleteOld } from './store.ts'

const retention_ms = 30 * day_ms
const mailUnseenJob = defineJob('notifications.mail_unseen', z.object({}), { retry_limit: 0, expire_s: 60 })
const deleteOldNotificationsJob = defineJob('notifications.forget_old', z.object({}))

export function notificationJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(pushNotificationJob, (call) => push(ctx, call))
  jobs.register(mailUnseenJob, () => mailUnseen(ctx))
  jobs.schedule(mailUnseenJob, '* * * * *', {})
  jobs.register(deleteOldNotificationsJob, async () => {
    await ctx.transaction((tx) => deleteOld(tx, new Date(ctx.now() - retention_ms).toISOString()))
  })
  jobs.schedule(deleteOldNotificationsJob, '11 3 * * *', {})
}
