import type { Usage } from '@ozvi/contract'
import { countIndexedItems } from '#features/data-sources'
import { countMembers, type MemberActor } from '#features/integrations'
import { findUsage } from '#features/plans'
import type { Context } from '#platform/context/context.ts'

export async function getUsage(ctx: Context, { integration_id }: MemberActor): Promise<Usage> {
  const now = new Date(ctx.now())
  const month_began_at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString()
  const [members, indexed_items, { assistant_conversations }] = await Promise.all([
    countMembers(ctx.db, integration_id),
    countIndexedItems(ctx.db, integration_id),
    findUsage(ctx.db, integration_id, ctx.now()),
  ])
  return {
    plan: 'self_hosted',
    limits: { members: null, indexed_items: null, assistant_conversations: null },
    members,
    indexed_items,
    assistant_conversations,
    month_began_at,
  }
}
