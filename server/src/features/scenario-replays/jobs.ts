import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Runs a draft over past conversations. Continues where it stopped if it is repeated. */
export const runReplayJob = defineJob(
  'scenarios.replay',
  z.object({ integration_id: z.uuid(), scenario_id: z.uuid(), id: z.uuid() }),
  { retry_limit: 5, retry_delay_s: 2, heartbeat_s: 30, expire_s: 600, concurrency: 1 },
)
