import * as z from 'zod/mini'
import type { Tx } from '#platform/context/context.ts'
import { defineJob } from '#platform/jobs/index.ts'
import * as store from './store.ts'

/** What waits in the teams of a workspace is given to whoever has room. Done by the conversations. */
export const handOutNow = defineJob('teams.hand_out', z.object({ integration_id: z.uuid() }), {
  retry_limit: 10,
  retry_delay_s: 1,
  expire_s: 60,
  concurrency: 2,
})

/** To be called with whatever may bring work and people together; costs a look where no team gives out anything. */
export async function handOutSoon(tx: Tx, integration_id: string): Promise<void> {
  if (await store.handsOut(tx, integration_id)) await tx.enqueue(handOutNow, { integration_id })
}
