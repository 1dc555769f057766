import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '@ozvi/contract'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { lockPlanChange, unlockPlanChange } from './store.ts'

/** The lock of a process that was killed ends after this. */
const lock_ms = 300_000
const wait_max_ms = 15_000
const poll_ms = 100

/** @throws Problem `unavailable` on `plan` if other changes take too long */
async function lock(ctx: Context, integration_id: string): Promise<string> {
  const deadline = Date.now() + wait_max_ms
  for (;;) {
    const now = isoNow(ctx)
    const until = new Date(ctx.now() + lock_ms).toISOString()
    if (await ctx.transaction((tx) => lockPlanChange(tx, integration_id, { now, until }))) return until
    if (Date.now() > deadline)
      throw new Problem('unavailable', { plan: ['plan_changing'] }, { retry_after_s: 5 })
    await sleep(poll_ms)
  }
}

/**
 * Runs one change of a workspace's plan at a time, across all processes: a change takes several requests to the payment
 * provider, which rejects a change if another one interferes.
 */
export async function withChangeLock<T>(
  ctx: Context,
  integration_id: string,
  change: () => Promise<T>,
): Promise<T> {
  const until = await lock(ctx, integration_id)
  try {
    return await change()
  } finally {
    await ctx
      .transaction((tx) => unlockPlanChange(tx, integration_id, until))
      .catch((err: unknown) => ctx.log.error({ err, integration_id }, 'billing: a plan change stays locked'))
  }
}
