import type { HubspotSync } from '@ozvi/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'
import { defaultMapping } from './fields.ts'
import type { Base, Values } from './merge.ts'
import type { Account } from '../store.ts'

export interface SyncKey {
  integration_id: string
  id: string
}
const syncColumns = [
  'id',
  'kind',
  'status',
  'compared',
  'created_in',
  'updated_in',
  'created_out',
  'updated_out',
  'conflicts',
  'skipped',
  'started_at',
  'ended_at',
] as const satisfies (keyof HubspotSync)[]

export const findSettings = (db: Db, integration_id: string) =>
  db
    .selectFrom('hubspot_settings')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirst()
/** Locked before the contacts and the runs of the account. */
export const lockSettings = (tx: Tx, integration_id: string, mode: 'share' | 'update') =>
  tx
    .selectFrom('hubspot_settings')
    .where('integration_id', '=', integration_id)
    .select('integration_id')
    .$if(mode === 'share', (query) => query.forShare())
    .$if(mode === 'update', (query) => query.forUpdate())
    .execute()
/** Whether tickets are turned on, or a scenario creates them. */
export const needsTickets = async (db: Db, integration_id: string): Promise<boolean> =>
  (
    await db
      .selectNoFrom(
        sql<boolean>`exists (select from hubspot_settings where integration_id = ${integration_id} and sends_tickets)
          or exists (select from scenario where integration_id = ${integration_id} and deleted_at is null
            and flow @> '{"steps": [{"kind": "hubspot_ticket"}]}')`.as('needs'),
      )
      .executeTakeFirstOrThrow()
  ).needs
/** Saves the given settings only: a member may be changing others. */
export async function saveSettings(
  tx: Tx,
  { integration_id, ...fields }: Omit<Insertable<DB['hubspot_settings']>, 'mapping'> & { mapping?: string },
) {
  await tx
    .insertInto('hubspot_settings')
    .values({ mapping: JSON.stringify(defaultMapping), ...fields, integration_id })
    .onConflict((on) => on.column('integration_id').doUpdateSet({ ...fields, integration_id }))
    .execute()
}

export const findLastSync = (db: Db, integration_id: string): Promise<HubspotSync | undefined> =>
  db
    .selectFrom('hubspot_sync')
    .where('integration_id', '=', integration_id)
    .select(syncColumns)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
/** When the last complete sync started. */
export const findLastDone = async (db: Db, integration_id: string) =>
  (
    await db
      .selectFrom('hubspot_sync')
      .where('integration_id', '=', integration_id)
      .where('kind', '=', 'sync')
      .where('status', '=', 'done')
      .select('started_at')
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.started_at
export const findRunning = (db: Db, integration_id: string) =>
  db
    .selectFrom('hubspot_sync')
    .where('integration_id', '=', integration_id)
    .where('status', '=', 'running')
    .selectAll()
    .executeTakeFirst()
export type RunningSync = NonNullable<Awaited<ReturnType<typeof findRunning>>>
/** @returns undefined if it was stopped in the meantime */
export const lockRunning = (tx: Tx, { integration_id, id }: SyncKey) =>
  tx
    .selectFrom('hubspot_sync')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
/** @returns false if another run isn't finished */
export const insertSync = async (tx: Tx, sync: Insertable<DB['hubspot_sync']>): Promise<boolean> =>
  (await tx
    .insertInto('hubspot_sync')
    .values(sync)
    .onConflict((on) => on.column('integration_id').where('status', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
export const updateSync = (tx: Tx, { integration_id, id }: SyncKey, fields: Updateable<DB['hubspot_sync']>) =>
  tx
    .updateTable('hubspot_sync')
    .set(fields)
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .execute()

export const cancelRuns = (tx: Tx, integration_id: string, ended_at: string) =>
  tx
    .updateTable('hubspot_sync')
    .set({ status: 'canceled', ended_at })
    .where('integration_id', '=', integration_id)
    .where('status', '=', 'running')
    .execute()

/** Workspaces whose next automatic sync can start. */
export const listAutomatic = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('hubspot_settings')
      .innerJoin(
        'hubspot_connection as connection',
        'connection.integration_id',
        'hubspot_settings.integration_id',
      )
      .innerJoin('integration', 'integration.id', 'hubspot_settings.integration_id')
      .where('is_automatic', '=', true)
      .where('connection.status', '=', 'connected')
      .where('deletes_at', 'is', null)
      .whereRef('tried_hub_id', '=', 'connection.hub_id')
      .select('hubspot_settings.integration_id')
      .execute()
  ).map(({ integration_id }) => integration_id)

const contactColumns = [
  'contact.id',
  'contact.name',
  'contact.email',
  'contact.phone',
  'contact.company',
  'contact.city',
  'contact.owner_id',
  'contact.fields',
  'contact.version',
] as const
/** Whether the address was verified, or imported by the team and never used in a browser. */
const isEmailTrusted = sql<boolean>`(contact.email_verified_at is not null or contact.import_file is not null
  and not exists (select from visitor_token t
    where t.integration_id = contact.integration_id and t.contact_id = contact.id))`
const contacts = (db: Db, integration_id: string, hub_id: string) =>
  db
    .selectFrom('contact')
    .leftJoin('hubspot_contact as link', (join) =>
      join
        .onRef('link.integration_id', '=', 'contact.integration_id')
        .onRef('link.contact_id', '=', 'contact.id')
        .on('link.hub_id', '=', hub_id),
    )
    .where('contact.integration_id', '=', integration_id)
    .where('contact.is_test', '=', false)
    .select(contactColumns)
    .select(['link.hubspot_id', 'link.creating_email', 'link.base', 'link.properties', 'link.ended_as'])
    .select(isEmailTrusted.as('is_trusted'))
    .select(
      sql<string | null>`(select to_char(max(at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from contact_change c where c.integration_id = contact.integration_id and c.contact_id = contact.id
          and c.actor_name is distinct from 'HubSpot')`.as('changed_at'),
    )
export type LinkedContact = Awaited<ReturnType<ReturnType<typeof contacts>['execute']>>[number]

export const findByHubspotIds = (db: Db, { integration_id, hub_id }: Account, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : contacts(db, integration_id, hub_id).where('link.hubspot_id', 'in', ids).execute()
export const findLinked = (db: Db, { integration_id, hub_id }: Account, contact_id: string) =>
  contacts(db, integration_id, hub_id).where('contact.id', '=', contact_id).executeTakeFirst()
/** Those with an address, or being created with it; the most recently seen first. */
export const findByEmails = (db: Db, { integration_id, hub_id }: Account, emails: string[]) =>
  emails.length === 0
    ? Promise.resolve([])
    : contacts(db, integration_id, hub_id)
        .where(
          sql<boolean>`(lower(contact.email) = any(${emails}::text[])
            or link.creating_email = any(${emails}::text[]))`,
        )
        .orderBy('contact.last_seen_at', (order) => order.desc().nullsLast())
        .execute()
/** Whether the contact isn't being erased. */
const isLiving = sql<boolean>`not exists (select from contact_erasure e
  where e.integration_id = contact.integration_id and e.contact_id = contact.id)`
/** Contacts that aren't synced, or were changed since; in order of their ids. */
export const listPending = (
  db: Db,
  { integration_id, hub_id }: Account,
  after: string | null,
  limit: number,
): Promise<LinkedContact[]> =>
  contacts(db, integration_id, hub_id)
    .where(
      sql<boolean>`(link.hubspot_id is null and contact.email is not null
        or link.hubspot_id is not null and link.contact_version <> contact.version)`,
    )
    .where('link.ended_as', 'is', null)
    .where(isLiving)
    .$if(after !== null, (query) => query.where('contact.id', '>', after))
    .orderBy('contact.id')
    .limit(limit)
    .execute()

/** Sequence number of the change after which the displayed values are outdated. */
export const nextOutdated = sql<number>`nextval('hubspot_outdated')`

export async function saveLink(
  tx: Tx,
  link: Account & {
    contact_id: string
    hubspot_id: string | null
    /** The address that it is being created with. */
    creating_email?: string
    base: Base
    contact_version: number
    properties?: Values
    is_outdated?: boolean
    ended_as?: 'deleted'
  },
): Promise<void> {
  const { integration_id, hub_id, contact_id, hubspot_id, contact_version, ended_as = null } = link
  const fields = {
    hubspot_id,
    creating_email: link.creating_email ?? null,
    base: JSON.stringify(link.base),
    contact_version,
    ended_as,
    ...(link.properties ? { properties: JSON.stringify(link.properties) } : {}),
    ...(link.is_outdated ? { outdated_seq: nextOutdated } : {}),
  }
  await tx
    .insertInto('hubspot_contact')
    .values({ integration_id, hub_id, contact_id, ...fields })
    .onConflict((on) => on.columns(['integration_id', 'hub_id', 'contact_id']).doUpdateSet(fields))
    .execute()
}
/** Forgets that a contact was being created there. */
export const deleteUnfinishedLink = (tx: Tx, { integration_id, hub_id }: Account, contact_id: string) =>
  tx
    .deleteFrom('hubspot_contact')
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('contact_id', '=', contact_id)
    .where('hubspot_id', 'is', null)
    .execute()
/** Locks the contacts that aren't being erased. @returns their ids */
export async function lockLiving(
  tx: Tx,
  integration_id: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx
    .selectFrom('contact')
    .where('integration_id', '=', integration_id)
    .where('id', 'in', ids)
    .where(isLiving)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
/** Locks the contact. @returns its version */
export const lockVersion = async (tx: Tx, integration_id: string, contact_id: string) =>
  (
    await tx
      .selectFrom('contact')
      .where('integration_id', '=', integration_id)
      .where('id', '=', contact_id)
      .select('version')
      .forUpdate()
      .executeTakeFirst()
  )?.version
export const insertContacts = async (tx: Tx, rows: Insertable<DB['contact']>[]): Promise<void> => {
  if (rows.length > 0) await tx.insertInto('contact').values(rows).execute()
}
