import { ruleRunDays } from '@ozvi/contract'
import { insertCues, runRulesNow } from '#features/rules'
import type { Context } from '#platform/context/context.ts'
import * as store from './store.ts'

const batch = 200

/** Marks for the rules whose time without a reply has come. Called by the clock. */
export async function cueWaits(ctx: Context): Promise<void> {
  const at = new Date(ctx.now()).toISOString()
  for (let found = batch; found === batch;) {
    found = await ctx.transaction(async (tx) => {
      const waits = await store.takeWaits(tx, at, batch)
      if (waits.length === 0) return 0
      await insertCues(
        tx,
        // Everything said so far was said before it.
        waits.map((wait) => ({ ...wait, event: 'no_reply', seq: 2_147_483_647, at, rules: [], depth: 0 })),
      )
      for (const { integration_id, conversation_id } of waits)
        await tx.enqueue(runRulesNow, { integration_id, conversation_id })
      return waits.length
    })
  }
}

/** What rules did is known for some time only. Called by the clock. */
export const forgetRuns = (ctx: Context): Promise<void> =>
  ctx.transaction((tx) =>
    store.removeBefore(tx, new Date(ctx.now() - ruleRunDays * 86_400_000).toISOString()),
  )
