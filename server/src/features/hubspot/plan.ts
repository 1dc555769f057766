import { Problem } from '@ozvi/contract'
import { requirePlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'

/** Whether the workspace's plan includes HubSpot now. Without it everything pauses. */
export async function hasPlan(ctx: Context, integration_id: string): Promise<boolean> {
  try {
    await requirePlanFeature(ctx, ctx.db, integration_id, 'hubspot')
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
