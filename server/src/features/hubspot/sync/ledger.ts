import { type HubspotChange, Problem, day_ms } from '@ozvi/contract'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Values } from './merge.ts'
import type { Account } from '../store.ts'

export interface LedgerEntry {
  hub_id: string
  contact_id: string
  object?: HubspotChange['object']
  direction: 'in' | 'out'
  action: HubspotChange['action']
  reason?: HubspotChange['reason']
  before?: Values
  after?: Values
  conflicts?: string[]
}
const retention_ms = 90 * day_ms

export async function recordChanges(tx: Tx, integration_id: string, entries: LedgerEntry[], at: string) {
  if (entries.length === 0) return
  await tx
    .insertInto('hubspot_change')
    .values(
      entries.map(({ reason = null, before = {}, after = {}, conflicts = [], ...entry }) => ({
        ...entry,
        integration_id,
        id: crypto.randomUUID(),
        reason,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
        conflicts: JSON.stringify(conflicts),
        at,
      })),
    )
    .execute()
}

const changes = (db: Db, integration_id: string) =>
  db
    .selectFrom('hubspot_change as change')
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'change.integration_id')
        .onRef('contact.id', '=', 'change.contact_id'),
    )
    .where('change.integration_id', '=', integration_id)
    .select([
      'change.id',
      'change.contact_id',
      'contact.name as contact_name',
      'change.object',
      'change.direction',
      'change.action',
      'change.reason',
      'change.before',
      'change.after',
      'change.conflicts',
      'change.at',
      'change.undone_at',
    ])
export const listChanges = (db: Db, integration_id: string): Promise<HubspotChange[]> =>
  changes(db, integration_id).orderBy('seq', 'desc').limit(50).execute()
export async function getChange(db: Db, integration_id: string, id: string): Promise<HubspotChange> {
  const change = await changes(db, integration_id).where('change.id', '=', id).executeTakeFirst()
  if (!change) throw new Problem('not_found')
  return change
}
export const markUndone = (tx: Tx, integration_id: string, id: string, at: string) =>
  tx
    .updateTable('hubspot_change')
    .set({ undone_at: at })
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .execute()
export const deleteChangesOf = (tx: Tx, { integration_id, hub_id }: Account, contact_id: string) =>
  tx
    .deleteFrom('hubspot_change')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .where('hub_id', '=', hub_id)
    .execute()
export const deleteOldChanges = (tx: Tx, integration_id: string, now: number) =>
  tx
    .deleteFrom('hubspot_change')
    .where('integration_id', '=', integration_id)
    .where('at', '<', new Date(now - retention_ms).toISOString())
    .execute()
