import { type Input, type Targets, targetsChanged } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { definedFields } from '#platform/defined-fields.ts'
import { changeTargets, findTargets } from './store.ts'

export const getTargets = (ctx: Context, { integration_id }: MemberActor): Promise<Targets> =>
  findTargets(ctx.db, integration_id)

/** Other members see the change immediately; it applies from a conversation's next update. */
export function updateTargets(
  ctx: Context,
  actor: MemberActor,
  {
    first_reply_min,
    next_reply_min,
    resolve_after_days,
    email_delay_min,
  }: Input<typeof contract.updateTargets>,
) {
  const changes = definedFields({ first_reply_min, next_reply_min, resolve_after_days, email_delay_min })
  const { integration_id } = actor
  const setsTarget = [first_reply_min, next_reply_min].some((minutes) =>
    Object.values(minutes ?? {}).some((each) => each !== null),
  )
  return ctx.transaction(async (tx) => {
    // Removing a target is always possible.
    if (setsTarget) await requirePlanFeature(ctx, tx, integration_id, 'sla')
    await changeTargets(tx, integration_id, changes, isoNow(ctx))
    const targets = await findTargets(tx, integration_id)
    if (Object.keys(changes).length > 0)
      await record(ctx, tx, actor, {
        action: 'targets_changed',
        details: { fields: Object.keys(changes).join(' ') },
      })
    tx.emit(targetsChanged, targets)
    return targets
  })
}
