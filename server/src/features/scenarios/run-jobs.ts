import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Queues a customer's message for a scenario: for the live run, or for one that it starts. */
export const continueScenarioJob = defineJob(
  'scenarios.continue',
  z.object({ integration_id: z.uuid(), conversation_id: z.uuid(), seq: z.int() }),
  { retry_limit: 10, retry_delay_s: 1, expire_s: 60, concurrency: 4 },
)

/** Ends the live runs of a deleted scenario. */
export const endRunsJob = defineJob(
  'scenarios.end_runs',
  z.object({ integration_id: z.uuid(), scenario_id: z.uuid() }),
  { retry_limit: 10, retry_delay_s: 5, expire_s: 300 },
)

const ofEntry = { integration_id: z.uuid(), conversation_id: z.uuid(), seq: z.int() }
/** Starts a scenario if no one has replied to a message since. */
export const startOnSilenceJob = defineJob(
  'scenarios.silence',
  z.object({ ...ofEntry, side: z.enum(['customer', 'team']), minutes: z.int() }),
  { retry_limit: 10, retry_delay_s: 1, expire_s: 60, concurrency: 2 },
)
/** Starts a scenario after a rating. */
export const startOnRatingJob = defineJob('scenarios.rating', z.object({ ...ofEntry, score: z.int() }), {
  retry_limit: 10,
  retry_delay_s: 1,
  expire_s: 60,
  concurrency: 2,
})
