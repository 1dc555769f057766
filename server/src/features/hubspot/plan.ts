import { hasPlanFeature } from '#features/plans'
import type { Context } from '#platform/context/context.ts'

/** Whether the workspace's plan includes HubSpot now. Without it everything pauses. */
export const hasPlan = (ctx: Context, integration_id: string): Promise<boolean> =>
  hasPlanFeature(ctx, ctx.db, integration_id, 'hubspot')
