import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

export const revokeJob = defineJob('hubspot.revoke', z.object({}), { retry_limit: 8, retry_delay_s: 10 })
export const syncJob = defineJob('hubspot.sync', z.object({ integration_id: z.uuid() }), {
  retry_limit: 10,
  expire_s: 6 * 60 * 60,
  singleton: true,
  yields: true,
})
/** Starts the automatic syncs. */
export const automaticJob = defineJob('hubspot.start_automatic', z.object({}))
