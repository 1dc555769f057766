import type { Hubspot } from '@ozvi/contract'
import type { Context, Db } from '#platform/context/context.ts'
import { ticketScope } from './client.ts'
import { defaultMapping } from './sync/fields.ts'
import { listChosen } from './properties/properties-store.ts'
import { findConnection } from './store.ts'
import { findLastSync, findSettings, needsTickets } from './sync/sync-store.ts'

/** The connection as members see it. */
export async function hubspotOf(ctx: Context, db: Db, integration_id: string): Promise<Hubspot> {
  const stored = await findConnection(db, integration_id)
  const settings = await findSettings(db, integration_id)
  return {
    integration_id,
    is_available: ctx.config.hubspot !== undefined,
    status: stored?.status ?? 'disconnected',
    account: stored?.account ?? null,
    connected_by: stored?.connected_by ?? null,
    connected_at: stored?.connected_at ?? null,
    retry_at: stored?.retry_at ?? null,
    mapping: settings?.mapping ?? defaultMapping,
    is_automatic: settings?.is_automatic ?? false,
    sends_notes: settings?.sends_notes ?? false,
    sends_tickets: settings?.sends_tickets ?? false,
    needs_ticket_access: await needsTickets(db, integration_id),
    has_ticket_access: stored?.scopes.includes(ticketScope) ?? false,
    properties: (await listChosen(db, integration_id)).map(({ name }) => name),
    is_tried: stored !== undefined && settings?.tried_hub_id === stored.hub_id,
    sync: stored ? ((await findLastSync(db, integration_id)) ?? null) : null,
    version: stored?.version ?? 0,
  }
}
