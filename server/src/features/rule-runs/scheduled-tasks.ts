import { ruleRunDays, day_ms } from '@ozvi/contract'
import { insertTriggers, runRulesJob } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import * as store from './store.ts'

const batch = 200

/** Triggers rules whose wait without a reply is over. Called by the scheduler. */
export async function triggerNoReplyRules(ctx: Context): Promise<void> {
  const at = isoNow(ctx)
  for (let batchSize = batch; batchSize === batch;) {
    batchSize = await ctx.transaction(async (tx) => {
      const waits = await store.claimTimers(tx, at, batch)
      if (waits.length === 0) return 0
      await insertTriggers(
        tx,
        // After every entry so far.
        waits.map((wait) => ({ ...wait, event: 'no_reply', seq: 2_147_483_647, at, rules: [], depth: 0 })),
      )
      for (const { integration_id, conversation_id } of waits)
        await tx.enqueue(runRulesJob, { integration_id, conversation_id })
      return waits.length
    })
  }
}

/** Deletes old executions. Called by the scheduler. */
export const deleteOldRuns = (ctx: Context): Promise<void> =>
  ctx.transaction((tx) =>
    store.deleteRunsBefore(tx, new Date(ctx.now() - ruleRunDays * day_ms).toISOString()),
  )
