import type { Db, Tx } from '#platform/context/context.ts'
import type { Account } from '../store.ts'

/* Records in HubSpot that syncs ignore. */

const listIn =
  (table: 'hubspot_alias' | 'hubspot_erased') =>
  async (db: Db, { integration_id, hub_id }: Account, ids: string[]): Promise<Set<string>> => {
    if (ids.length === 0) return new Set()
    const rows = await db
      .selectFrom(table)
      .where('integration_id', '=', integration_id)
      .where('hub_id', '=', hub_id)
      .where('hubspot_id', 'in', ids)
      .select('hubspot_id')
      .execute()
    return new Set(rows.map(({ hubspot_id }) => hubspot_id))
  }
/** Which of these records are second ones of contacts that were merged here. */
export const listAliases = listIn('hubspot_alias')
/** Which of these records belong to contacts that were erased here. */
export const listErased = listIn('hubspot_erased')
export const insertAlias = (
  tx: Tx,
  { integration_id, hub_id }: Account,
  alias: { hubspot_id: string; contact_id: string; linked_id: string },
) =>
  tx
    .insertInto('hubspot_alias')
    .values({ integration_id, hub_id, origin_id: alias.linked_id, ...alias })
    .onConflict((on) => on.doNothing())
    .execute()
export const deleteAlias = (tx: Tx, { integration_id, hub_id }: Account, hubspot_id: string) =>
  tx
    .deleteFrom('hubspot_alias')
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('hubspot_id', '=', hubspot_id)
    .execute()
/** Has syncs ignore these records. */
export async function insertErased(tx: Tx, { integration_id, hub_id }: Account, ids: readonly string[]) {
  if (ids.length === 0) return
  await tx
    .insertInto('hubspot_erased')
    .values(ids.map((hubspot_id) => ({ integration_id, hub_id, hubspot_id })))
    .onConflict((on) => on.doNothing())
    .execute()
}
/** Addresses of contacts that were erased while they were being created there. */
export const listErasedCreations = (db: Db, { integration_id, hub_id }: Account, hashes: Buffer[]) =>
  hashes.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('hubspot_erased_creation')
        .where('integration_id', '=', integration_id)
        .where('hub_id', '=', hub_id)
        .where('email_hash', 'in', hashes)
        .select(['email_hash', 'erased_at'])
        .execute()
export const deleteOldErasedCreations = (tx: Tx, integration_id: string, before: string) =>
  tx
    .deleteFrom('hubspot_erased_creation')
    .where('integration_id', '=', integration_id)
    .where('erased_at', '<', before)
    .execute()
