import { sql } from 'kysely'
import type { Tx } from '#platform/context/context.ts'
import { insertErasedCreations } from '../hubspot-creations.ts'
import type { MergeRow } from './merge-store.ts'

/*
 * Records in HubSpot of merged contacts. The target takes the source's record with its history, unless it has its own
 * record in that account: then the source's becomes an alias, which syncs ignore. Both move with the contact's other data.
 */

/**
 * Called before the data moves.
 *
 * @param hashOf of an address that is being created in HubSpot
 * @returns the accounts in which the source's record became an alias
 */
export async function keepAliases(
  tx: Tx,
  { integration_id, source_id, target_id, at }: MergeRow,
  hashOf: (email: string) => Buffer,
): Promise<string[]> {
  const linkedHubIds = (
    await tx
      .selectFrom('hubspot_contact')
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', target_id)
      .select('hub_id')
      .forUpdate()
      .execute()
  ).map(({ hub_id }) => hub_id)
  // The next sync compares it with the values after the merge.
  await compareAgain(tx, integration_id, source_id)
  if (linkedHubIds.length === 0) return []
  const ofSource = tx
    .selectFrom('hubspot_contact')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', source_id)
    .where('hub_id', 'in', linkedHubIds)
  const added = await tx
    .insertInto('hubspot_alias')
    .columns([
      'integration_id',
      'hub_id',
      'hubspot_id',
      'contact_id',
      'origin_id',
      'linked_id',
      'base',
      'ended_as',
    ])
    .expression((eb) =>
      ofSource
        .where('hubspot_id', 'is not', null)
        .select([
          'integration_id',
          'hub_id',
          eb.ref('hubspot_id').$notNull().as('hubspot_id'),
          'contact_id',
          'origin_id',
          'contact_id as linked_id',
          'base',
          'ended_as',
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('hub_id')
    .execute()
  // If the process ended before it knew the id of the new record, a sync recognizes it by the address.
  const creating = await ofSource
    .where('hubspot_id', 'is', null)
    .where('creating_email', 'is not', null)
    .select((eb) => ['hub_id', eb.ref('creating_email').$notNull().as('email')])
    .execute()
  await insertErasedCreations(
    tx,
    integration_id,
    creating.map(({ hub_id, email }) => ({ hub_id, email_hash: hashOf(email) })),
    at,
  )
  for (const table of ['hubspot_contact', 'hubspot_change'] as const)
    await tx
      .deleteFrom(table)
      .where('integration_id', '=', integration_id)
      .where('contact_id', '=', source_id)
      .where('hub_id', 'in', linkedHubIds)
      .execute()
  return added.map(({ hub_id }) => hub_id)
}

/** Notes in the history of syncs that the target has a second record, which is ignored. */
export async function noteAliases(
  tx: Tx,
  { integration_id, target_id, at }: MergeRow,
  hub_ids: readonly string[],
): Promise<void> {
  if (hub_ids.length === 0) return
  await tx
    .insertInto('hubspot_change')
    .values(
      hub_ids.map((hub_id) => ({
        integration_id,
        id: crypto.randomUUID(),
        hub_id,
        contact_id: target_id,
        direction: 'in',
        action: 'skipped',
        reason: 'merged_here',
        before: '{}',
        after: '{}',
        conflicts: '[]',
        at,
      })),
    )
    .execute()
}

/** Called after the data has moved back: the source's own aliases are its records again. */
export async function restoreLinks(
  tx: Tx,
  { integration_id, source_id, target_id }: MergeRow,
): Promise<void> {
  const own = await tx
    .deleteFrom('hubspot_alias')
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', source_id)
    .where('linked_id', '=', source_id)
    .returning(['hub_id', 'hubspot_id', 'origin_id', 'base', 'ended_as'])
    .execute()
  if (own.length > 0)
    await tx
      .insertInto('hubspot_contact')
      .values(
        own.map(({ base, ...link }) => ({
          ...link,
          integration_id,
          contact_id: source_id,
          contact_version: 0,
          base: JSON.stringify(base),
          // The shown properties are read again.
          outdated_seq: sql<number>`nextval('hubspot_outdated')`,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const contact_id of [source_id, target_id]) await compareAgain(tx, integration_id, contact_id)
}

const compareAgain = (tx: Tx, integration_id: string, contact_id: string) =>
  tx
    .updateTable('hubspot_contact')
    .set({ contact_version: 0 })
    .where('integration_id', '=', integration_id)
    .where('contact_id', '=', contact_id)
    .execute()
