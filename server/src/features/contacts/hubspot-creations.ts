import type { Tx } from '#platform/context/context.ts'

/**
 * Keeps the addresses of contacts that were erased, or merged into one with its own record, while they were being created
 * in HubSpot. Syncs ignore the new records.
 *
 * @param at when the contacts were erased or merged
 */
export async function insertErasedCreations(
  tx: Tx,
  integration_id: string,
  creations: readonly { hub_id: string; email_hash: Buffer }[],
  at: string,
): Promise<void> {
  if (creations.length === 0) return
  await tx
    .insertInto('hubspot_erased_creation')
    .values(creations.map((each) => ({ ...each, integration_id, erased_at: at })))
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'hub_id', 'email_hash']).doUpdateSet({ erased_at: at }),
    )
    .execute()
}
