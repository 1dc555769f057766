import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** A reply of a conversation that the team began: its customer may have to be mailed it. */
export const mailReply = defineJob(
  'conversations.mail_reply',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid(), seq: z.int() }),
  { retry_limit: 4, retry_delay_s: 5, expire_s: 60 },
)
