import { previousLogoHours, hour_ms } from '@ozvi/contract'
import * as z from 'zod/mini'
import type { Context } from '#platform/context/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import * as store from './store.ts'

export const deleteLogoJob = defineJob('logos.forget', z.object({ integration_id: z.uuid(), id: z.uuid() }), {
  retry_limit: 10,
  expire_s: 60,
})

/**
 * Deletes a logo unless it is shown. The file is deleted before the row, so that an interrupted run is
 * repeated.
 */
const forget = (ctx: Context, logo: { integration_id: string; id: string }) =>
  ctx.transaction(async (tx) => {
    await store.lockCurrent(tx, logo.integration_id)
    const found = await store.findLogo(tx, logo)
    const since = ctx.now() - previousLogoHours * hour_ms
    if (!found?.replaced_at || Date.parse(found.replaced_at) > since) return
    await ctx.files.remove(found.file_key)
    await store.deleteLogo(tx, logo)
  })

export function logoJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(deleteLogoJob, (logo) => forget(ctx, logo))
}
