import * as z from 'zod/mini'
import type { Tx } from '#platform/context/context.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as store from './store.ts'

/** Assigns waiting conversations of a workspace's teams. Implemented by the conversations feature. */
export const autoAssignJob = defineJob('teams.hand_out', z.object({ integration_id: z.uuid() }), {
  retry_limit: 10,
  retry_delay_s: 1,
  expire_s: 60,
  concurrency: 2,
})

/** Call it after anything that may allow an assignment; cheap if no team uses auto-assignment. */
export async function queueAutoAssignment(tx: Tx, integration_id: string): Promise<void> {
  if (await store.hasAutoAssignment(tx, integration_id)) await tx.enqueue(autoAssignJob, { integration_id })
}
