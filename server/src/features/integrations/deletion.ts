import { deletionGraceDays, Problem, teamChanged, day_ms } from '@ozvi/contract'
import { record } from '#features/audit-log'
import type { Context } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import * as closingStore from './deletion-store.ts'
import { type MemberActor, sessionOf } from './guards.ts'
import { emailDeletion } from './mails.ts'
import { teamShare, visitorShare } from './shares.ts'
import * as store from './store.ts'

/** Redirects all members out of the workspace and closes the sockets of members and visitors. Idempotent. */
export async function scheduleDeletion(ctx: Context, actor: MemberActor) {
  const { integration_id, user_id } = actor
  const before = await store.getIntegration(ctx.db, user_id, integration_id)
  const deletes_at = new Date(ctx.now() + deletionGraceDays * day_ms).toISOString()
  await ctx.transaction(async (tx) => {
    if (!(await closingStore.close(tx, integration_id, deletes_at))) return
    await record(ctx, tx, actor, { action: 'workspace_closed' })
    await emailDeletion(ctx, tx, sessionOf(actor).user, {
      kind: 'closed',
      workspace: before.name,
      time_zone: before.time_zone,
      deletes_at,
    })
    tx.emit(teamChanged, { integration_id })
    for (const share of [teamShare(integration_id), visitorShare(integration_id)]) tx.reauthorize(share)
  })
  return store.getIntegration(ctx.db, user_id, integration_id)
}

export function restoreIntegration(ctx: Context, actor: MemberActor) {
  const { integration_id, user_id } = actor
  return ctx.transaction(async (tx) => {
    if (await closingStore.restore(tx, integration_id, isoNow(ctx)))
      await record(ctx, tx, actor, { action: 'workspace_restored' })
    const integration = await store.getIntegration(tx, user_id, integration_id)
    if (integration.deletes_at) throw new Problem('not_found')
    return integration
  })
}
