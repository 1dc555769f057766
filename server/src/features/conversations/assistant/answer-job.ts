import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Queues an automatic answer to a customer's message. */
export const answerMessageJob = defineJob(
  'conversations.answer_message',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid(), seq: z.int() }),
  // A language model may take a minute; its requests never take all workers.
  { retry_limit: 4, retry_delay_s: 1, heartbeat_s: 10, expire_s: 90, concurrency: 20 },
)
