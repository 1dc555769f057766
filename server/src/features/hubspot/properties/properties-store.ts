import type { ChosenHubspotProperty } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Values } from '../sync/merge.ts'
import type { Account } from '../store.ts'
import { lockSettings, nextOutdated } from '../sync/sync-store.ts'

/** The properties that were chosen in the connected account. */
export const listChosen = async (db: Db, integration_id: string): Promise<ChosenHubspotProperty[]> =>
  (
    await db
      .selectFrom('hubspot_settings as settings')
      .innerJoin('hubspot_connection as connection', (join) =>
        join
          .onRef('connection.integration_id', '=', 'settings.integration_id')
          .onRef('connection.hub_id', '=', 'settings.properties_hub_id'),
      )
      .where('settings.integration_id', '=', integration_id)
      .select('settings.properties')
      .executeTakeFirst()
  )?.properties ?? []
/**
 * Whether others were chosen in the meantime, or the account was disconnected. Neither can happen until the
 * transaction ends.
 */
export async function lockChosen(
  tx: Tx,
  integration_id: string,
  before: readonly ChosenHubspotProperty[],
): Promise<{ isChanged: boolean }> {
  await lockSettings(tx, integration_id, 'share')
  // A statement of its own: it sees what was committed while the lock was awaited.
  const now = await listChosen(tx, integration_id)
  return { isChanged: JSON.stringify(now) !== JSON.stringify(before) }
}

const links = (tx: Tx, integration_id: string) =>
  tx.updateTable('hubspot_contact').where('integration_id', '=', integration_id)

/** Deletes the values of all properties except these, and has the values read again. */
export async function keepValues(
  tx: Tx,
  { integration_id, hub_id }: Account,
  names: readonly string[],
): Promise<void> {
  const remaining = sql<string>`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(properties)
    where key = any(${names}::text[]))`
  await links(tx, integration_id)
    .where('hub_id', '=', hub_id)
    .set({ properties: remaining, outdated_seq: names.length > 0 ? nextOutdated : null })
    .execute()
}
/** Deletes the values that came from any account. */
export const deleteValues = (tx: Tx, integration_id: string) =>
  links(tx, integration_id)
    .where(sql<boolean>`(properties <> '{}' or outdated_seq is not null)`)
    .set({ properties: '{}', outdated_seq: null })
    .execute()
/** Has the values of one contact read again. */
export const markContactOutdated = (tx: Tx, { integration_id, hub_id }: Account, contact_id: string) =>
  links(tx, integration_id)
    .where('hub_id', '=', hub_id)
    .where('contact_id', '=', contact_id)
    .set({ outdated_seq: nextOutdated })
    .execute()
/** Has the values of all contacts read. */
export const markOutdated = (tx: Tx, { integration_id, hub_id }: Account) =>
  links(tx, integration_id).where('hub_id', '=', hub_id).set({ outdated_seq: nextOutdated }).execute()

/** Contacts whose values have to be read. */
export const listOutdated = (db: Db, { integration_id, hub_id }: Account, limit: number) =>
  db
    .selectFrom('hubspot_contact')
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('outdated_seq', 'is not', null)
    .where('hubspot_id', 'is not', null)
    .where('ended_as', 'is', null)
    .select(['contact_id', 'properties', 'outdated_seq'])
    .select((eb) => eb.ref('hubspot_id').$notNull().as('hubspot_id'))
    .orderBy('contact_id')
    .limit(limit)
    .execute()

/**
 * Has the values read once more if they changed after `outdated_seq` was read.
 *
 * @returns false if the contact is no longer linked with this record
 */
export const saveValues = async (
  tx: Tx,
  { integration_id, hub_id }: Account,
  {
    contact_id,
    hubspot_id,
    outdated_seq,
  }: { contact_id: string; hubspot_id: string; outdated_seq: number | null },
  values: Values,
): Promise<boolean> =>
  (await links(tx, integration_id)
    .where('hub_id', '=', hub_id)
    .where('contact_id', '=', contact_id)
    .where('hubspot_id', '=', hubspot_id)
    .where('ended_as', 'is', null)
    .set({
      properties: JSON.stringify(values),
      outdated_seq: sql<number | null>`nullif(outdated_seq, ${outdated_seq}::bigint)`,
    })
    .returning('contact_id')
    .executeTakeFirst()) !== undefined

/** Workspaces with contacts whose values have to be read. */
export const listOutdatedWorkspaces = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('hubspot_contact as link')
      .innerJoin('hubspot_connection as connection', (join) =>
        join
          .onRef('connection.integration_id', '=', 'link.integration_id')
          .onRef('connection.hub_id', '=', 'link.hub_id'),
      )
      .where('link.outdated_seq', 'is not', null)
      .where('link.hubspot_id', 'is not', null)
      .where('link.ended_as', 'is', null)
      .where('connection.status', '=', 'connected')
      .select('link.integration_id')
      .distinct()
      .execute()
  ).map(({ integration_id }) => integration_id)
