import { ruleRunDays } from '@ozvi/contract'
import { insertCues, runRulesNow } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import * as store from './store.ts'

const batch = 200

/** Triggers rules whose wait without a reply is over. Called by the scheduler. */
export async function cueWaits(ctx: Context): Promise<void> {
  const at = new Date(ctx.now()).toISOString()
  for (let found = batch; found === batch;) {
    found = await ctx.transaction(async (tx) => {
      const waits = await store.takeWaits(tx, at, batch)
      if (waits.length === 0) return 0
      await insertCues(
        tx,
        // After every entry so far.
        waits.map((wait) => ({ ...wait, event: 'no_reply', seq: 2_147_483_647, at, rules: [], depth: 0 })),
      )
      for (const { integration_id, conversation_id } of waits)
        await tx.enqueue(runRulesNow, { integration_id, conversation_id })
      return waits.length
    })
  }
}

/** Deletes old executions. Called by the scheduler. */
export const forgetRuns = (ctx: Context): Promise<void> =>
  ctx.transaction((tx) =>
    store.removeBefore(tx, new Date(ctx.now() - ruleRunDays * 86_400_000).toISOString()),
  )
