import type { Hubspot } from '@ozvi/contract'
import type { Context, Db } from '#platform/context/context.ts'
import { findConnection } from './store.ts'

/** The connection as members see it. */
export async function hubspotOf(ctx: Context, db: Db, integration_id: string): Promise<Hubspot> {
  const stored = await findConnection(db, integration_id)
  return {
    integration_id,
    is_available: ctx.config.hubspot !== undefined,
    status: stored?.status ?? 'disconnected',
    account: stored?.account ?? null,
    connected_by: stored?.connected_by ?? null,
    connected_at: stored?.connected_at ?? null,
    retry_at: stored?.retry_at ?? null,
    version: stored?.version ?? 0,
  }
}
