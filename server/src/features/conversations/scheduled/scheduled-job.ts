import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Sends a scheduled reply if it is still due. It may have been changed, cancelled or sent in the meantime. */
export const sendScheduledJob = defineJob(
  'conversations.send_scheduled',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid(), id: z.uuid() }),
  { retry_limit: 10, retry_delay_s: 1, expire_s: 60, concurrency: 2 },
)
