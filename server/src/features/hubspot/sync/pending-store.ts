import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Account } from '../store.ts'
import { nextOutdated } from './sync-store.ts'

export interface Announcement {
  hubspot_id: string
  is_erasure?: boolean
  merged_into?: string
}

/**
 * The workspaces that are connected with an account, and whether they sync automatically now. Those that have to
 * connect again don't, but merged and erased records are queued for them: no later sync finds these.
 */
export const listConnected = (db: Db, hub_id: string) =>
  db
    .selectFrom('hubspot_connection as connection')
    .leftJoin('hubspot_settings as settings', 'settings.integration_id', 'connection.integration_id')
    .innerJoin('integration', 'integration.id', 'connection.integration_id')
    .where('connection.hub_id', '=', hub_id)
    .where('integration.deletes_at', 'is', null)
    .select(['connection.integration_id', 'settings.mapping'])
    .select(
      sql<string[]>`case when settings.properties_hub_id = connection.hub_id
        then jsonb_path_query_array(settings.properties, '$[*].name') else '[]' end`.as('chosen_names'),
    )
    .select(
      sql<boolean>`coalesce(connection.status = 'connected' and settings.is_automatic
        and settings.tried_hub_id = connection.hub_id, false)`.as('is_automatic'),
    )
    .execute()

/** Connected workspaces with announced records. */
export const listAnnounced = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('hubspot_pending as pending')
      .innerJoin('hubspot_connection as connection', (join) =>
        join
          .onRef('connection.integration_id', '=', 'pending.integration_id')
          .onRef('connection.hub_id', '=', 'pending.hub_id'),
      )
      .where('connection.status', '=', 'connected')
      .select('pending.integration_id')
      .distinct()
      .execute()
  ).map(({ integration_id }) => integration_id)

/**
 * Avoids deadlocks: HubSpot sends several requests at the same time, each with records in its own order, while a sync
 * deletes those that it has read.
 */
const lockQueue = (tx: Tx, integration_id: string) =>
  tx
    .selectFrom('hubspot_connection')
    .where('integration_id', '=', integration_id)
    .select('integration_id')
    .forNoKeyUpdate()
    .execute()

/** Adds records in the given order. */
export async function insertPending(
  tx: Tx,
  { integration_id, hub_id }: Account,
  announcements: readonly Announcement[],
): Promise<void> {
  await lockQueue(tx, integration_id)
  await sql`insert into hubspot_pending (integration_id, hub_id, hubspot_id, is_erasure, merged_into)
    select ${integration_id}::uuid, ${hub_id}::text, hubspot_id, coalesce(bool_or(is_erasure), false), max(merged_into)
    from rows from (json_to_recordset(${JSON.stringify(announcements)}::json)
      as (hubspot_id text, is_erasure boolean, merged_into text)) with ordinality
      as announced(hubspot_id, is_erasure, merged_into, place)
    group by hubspot_id order by max(place)
    on conflict (integration_id, hub_id, hubspot_id) do update set seq = default,
      is_erasure = hubspot_pending.is_erasure or excluded.is_erasure,
      merged_into = coalesce(excluded.merged_into, hubspot_pending.merged_into)`.execute(tx)
}

export const listPendingRecords = (db: Db, { integration_id, hub_id }: Account, limit: number) =>
  db
    .selectFrom('hubspot_pending')
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .selectAll()
    .orderBy('seq')
    .limit(limit)
    .execute()
export type PendingRecord = Awaited<ReturnType<typeof listPendingRecords>>[number]

/** Keeps those that were announced again since they were read. */
export async function deletePending(
  tx: Tx,
  { integration_id, hub_id }: Account,
  rows: readonly PendingRecord[],
): Promise<void> {
  if (rows.length === 0) return
  await lockQueue(tx, integration_id)
  const seqs = rows.map(({ seq }) => seq)
  await tx
    .deleteFrom('hubspot_pending')
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('seq', 'in', seqs)
    .execute()
}

/** The contacts of records, also of those that are no longer synced. */
export const listLinks = (db: Db, { integration_id, hub_id }: Account, hubspot_ids: string[]) =>
  hubspot_ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('hubspot_contact')
        .where('integration_id', '=', integration_id)
        .where('hub_id', '=', hub_id)
        .where('hubspot_id', 'in', hubspot_ids)
        .select(['contact_id', 'hubspot_id', 'ended_as'])
        .execute()

/** Removes the values of second records that HubSpot deleted for privacy. */
export async function eraseAliases(
  tx: Tx,
  { integration_id, hub_id }: Account,
  hubspot_ids: readonly string[],
): Promise<void> {
  if (hubspot_ids.length === 0) return
  await tx
    .updateTable('hubspot_alias')
    .set({ base: '{}', ended_as: 'erased' })
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('hubspot_id', 'in', hubspot_ids)
    .execute()
}

export const moveLink = (tx: Tx, { integration_id, hub_id }: Account, contact_id: string, to: string) =>
  tx
    .updateTable('hubspot_contact')
    .set({ hubspot_id: to, ended_as: null, outdated_seq: nextOutdated })
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('contact_id', '=', contact_id)
    .execute()

export const endLink = (
  tx: Tx,
  { integration_id, hub_id }: Account,
  contact_id: string,
  ended_as: 'deleted' | 'merged' | 'erased',
) =>
  tx
    .updateTable('hubspot_contact')
    .set({ ended_as, properties: '{}', ...(ended_as === 'erased' ? { base: '{}' } : {}) })
    .where('integration_id', '=', integration_id)
    .where('hub_id', '=', hub_id)
    .where('contact_id', '=', contact_id)
    .execute()
