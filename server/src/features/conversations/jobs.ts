import * as z from 'zod/mini'
import type { Context } from '#platform/context.ts'
import { defineJob, type Jobs } from '#platform/jobs/index.ts'
import { wakeSnoozed } from './service.ts'

/** A customer's message waits for whoever answers automatically. */
export const answerMessage = defineJob(
  'conversations.answer_message',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid(), seq: z.int() }),
  { retry_limit: 4, retry_delay_s: 1, heartbeat_s: 10, expire_s: 60, concurrency: 4 },
)
const wakeSnoozedNow = defineJob('conversations.wake_snoozed', z.object({}), { retry_limit: 0, expire_s: 60 })

export function conversationJobs(jobs: Jobs, ctx: Context): void {
  jobs.register(wakeSnoozedNow, () => wakeSnoozed(ctx))
  jobs.schedule(wakeSnoozedNow, '* * * * *', {})
}
