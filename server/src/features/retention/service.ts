import type * as contract from '@ozvi/contract'
import type { Input, Retention, RetentionPreview } from '@ozvi/contract'
import { day_ms } from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { hasPlanFeature, requirePlanFeature } from '#features/plans'
import type { Context, Db } from '#platform/context/context.ts'
import { removeOldJob } from './jobs.ts'
import * as store from './store.ts'

const runsShown = 10
export const cutoff = (ctx: Context, keep_days: number) =>
  new Date(ctx.now() - keep_days * day_ms).toISOString()

const read = async (ctx: Context, db: Db, integration_id: string): Promise<Retention> => ({
  keep_days: await store.findKeepDays(db, integration_id),
  is_in_plan: await hasPlanFeature(ctx, db, integration_id, 'retention'),
  runs: await store.listRuns(db, integration_id, runsShown),
})

export const getRetention = (ctx: Context, { integration_id }: MemberActor): Promise<Retention> =>
  read(ctx, ctx.db, integration_id)

export const previewRetention = (
  ctx: Context,
  { integration_id }: MemberActor,
  { keep_days }: Input<typeof contract.previewRetention>,
): Promise<RetentionPreview> => store.countOld(ctx.db, integration_id, cutoff(ctx, keep_days))

/** @throws Problem `plan_limit` on `plan`; a plan without it can still turn it off */
export async function updateRetention(
  ctx: Context,
  actor: MemberActor,
  { keep_days }: Input<typeof contract.updateRetention>,
): Promise<Retention> {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    if (keep_days !== null) await requirePlanFeature(ctx, tx, integration_id, 'retention')
    const before = await store.findKeepDays(tx, integration_id)
    if (before !== keep_days) {
      await store.setKeepDays(tx, integration_id, keep_days)
      const details = { from: String(before ?? ''), to: String(keep_days ?? '') }
      await record(ctx, tx, actor, { action: 'conversation_days_changed', details })
    }
    if (keep_days !== null)
      await tx.enqueue(removeOldJob, { integration_id }, { singleton_key: integration_id })
    return read(ctx, tx, integration_id)
  })
}
