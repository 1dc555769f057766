import { day_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { mailUnseen } from './mails.ts'
import { push, pushNotification } from './push.ts'
import { deleteOld } from './store.ts'

const retention_ms = 30 * day_ms
const mailUnseenNow = defineJob('notifications.mail_unseen', z.object({}), { retry_limit: 0, expire_s: 60 })
const forgetNotices = defineJob('notifications.forget_old', z.object({}))

export function notificationJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(pushNotification, (call) => push(ctx, call))
  jobs.register(mailUnseenNow, () => mailUnseen(ctx))
  jobs.schedule(mailUnseenNow, '* * * * *', {})
  jobs.register(forgetNotices, async () => {
    await ctx.transaction((tx) => deleteOld(tx, new Date(ctx.now() - retention_ms).toISOString()))
  })
  jobs.schedule(forgetNotices, '11 3 * * *', {})
}
