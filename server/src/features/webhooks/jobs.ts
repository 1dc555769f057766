import { day_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { deliver } from './deliver.ts'
import { deliverJob, wake, wakeJob } from './queue.ts'
import { deleteSettledBefore } from './store.ts'

const keepLog_ms = 7 * day_ms
const deleteOldDeliveriesJob = defineJob('webhooks.forget_deliveries', z.object({}))

export function webhookJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deliverJob, (key, { signal }) => deliver(ctx, key, signal))
  jobs.register(wakeJob, (key) => ctx.transaction((tx) => wake(tx, key)))
  jobs.register(deleteOldDeliveriesJob, async () => {
    const before = new Date(ctx.now() - keepLog_ms).toISOString()
    await ctx.transaction((tx) => deleteSettledBefore(tx, before))
  })
  jobs.schedule(deleteOldDeliveriesJob, '23 * * * *', {})
}
