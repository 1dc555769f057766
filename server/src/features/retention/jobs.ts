import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Deletes the old conversations of one workspace. An interrupted run continues. */
export const removeOldJob = defineJob('retention.remove_old', z.object({ integration_id: z.uuid() }), {
  retry_limit: 10,
  expire_s: 60 * 60,
  concurrency: 1,
  singleton: true,
  yields: true,
})
export const removeOldEverywhereJob = defineJob('retention.remove_old_everywhere', z.object({}))
