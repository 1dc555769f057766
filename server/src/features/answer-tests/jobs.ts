import * as z from 'zod/mini'
import { defineJob } from '#platform/jobs/index.ts'

/** Asks the questions of a run. Continues where it stopped if it is repeated. */
export const runTestsJob = defineJob(
  'answer-tests.run',
  z.object({ integration_id: z.uuid(), run_id: z.uuid() }),
  {
    retry_limit: 5,
    retry_delay_s: 2,
    heartbeat_s: 30,
    expire_s: 600,
    concurrency: 1,
  },
)
/** Starts runs of workspaces whose content changed. */
export const testChanged = defineJob('answer-tests.test_changed', z.object({}))
