import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Queues a customer's message for a scenario: for the live run, or for one that it starts. */
export const continueScenario = defineJob(
  'scenarios.continue',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid(), seq: z.int() }),
  { retry_limit: 10, retry_delay_s: 1, expire_s: 60, concurrency: 4 },
)

/** Ends the live runs of a deleted scenario. */
export const endRunsOfScenario = defineJob(
  'scenarios.end_runs',
  z.object({ integration_id: z.uuid(), scenario_id: z.uuid() }),
  { retry_limit: 10, retry_delay_s: 5, expire_s: 300 },
)
