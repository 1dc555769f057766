import type { Input } from '@ozvi/contract'
import type * as contract from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { MemberActor } from '#features/integrations'
import { requirePlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'
import { dropWaiting } from './conversations/conversation-store.ts'
import { hubspotOf } from './state.ts'
import { emitState } from './sync/sync.ts'
import * as store from './sync/sync-store.ts'

export function updateHubspotSettings(
  ctx: Context,
  actor: MemberActor,
  { sends_notes, sends_tickets }: Input<typeof contract.updateHubspotSettings>,
) {
  const { integration_id } = actor
  return ctx.transaction(async (tx) => {
    // Turning off is always possible.
    if (sends_notes || sends_tickets) await requirePlanFeature(ctx, tx, integration_id, 'hubspot')
    await store.saveSettings(tx, {
      integration_id,
      ...(sends_notes === undefined ? {} : { sends_notes }),
      ...(sends_tickets === undefined ? {} : { sends_tickets }),
    })
    if (sends_notes === false) await dropWaiting(tx, integration_id, 'note')
    if (sends_tickets === false) await dropWaiting(tx, integration_id, 'ticket')
    await record(ctx, tx, actor, { action: 'hubspot_changed' })
    await emitState(ctx, tx, integration_id)
    return hubspotOf(ctx, tx, integration_id)
  })
}
