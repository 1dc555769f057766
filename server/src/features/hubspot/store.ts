import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

/** An account of HubSpot that a workspace is or was connected with. */
export interface Account {
  integration_id: string
  hub_id: string
}
export const findConnection = (db: Db, integration_id: string) =>
  db
    .selectFrom('hubspot_connection')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirst()
export type StoredConnection = NonNullable<Awaited<ReturnType<typeof findConnection>>>

export async function saveConnection(
  tx: Tx,
  { integration_id, ...fields }: Omit<Insertable<DB['hubspot_connection']>, 'version'>,
): Promise<void> {
  await tx
    .insertInto('hubspot_connection')
    .values({ integration_id, ...fields })
    .onConflict((on) =>
      on.column('integration_id').doUpdateSet({ ...fields, version: sql`hubspot_connection.version + 1` }),
    )
    .execute()
}

/** @returns false if there is no connection */
export const updateConnection = async (
  tx: Tx,
  integration_id: string,
  fields: Updateable<DB['hubspot_connection']>,
): Promise<boolean> =>
  (await tx
    .updateTable('hubspot_connection')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .returning('integration_id')
    .executeTakeFirst()) !== undefined

export const deleteConnection = (tx: Tx, integration_id: string) =>
  tx
    .deleteFrom('hubspot_connection')
    .where('integration_id', '=', integration_id)
    .returning('account')
    .executeTakeFirst()

/** Saves what a refresh returned, unless a member has connected again in the meantime. @returns false then */
export const endRefresh = async (
  tx: Tx,
  { integration_id, refresh_token_sealed }: StoredConnection,
  fields: Updateable<DB['hubspot_connection']>,
): Promise<boolean> =>
  (await tx
    .updateTable('hubspot_connection')
    .set((eb) => ({ ...fields, refreshing_until: null, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('refresh_token_sealed', '=', refresh_token_sealed)
    .returning('integration_id')
    .executeTakeFirst()) !== undefined

/**
 * Claims the refresh of a token that is still the one that was read.
 *
 * @returns false if another process refreshes it or has done so
 */
export const claimRefresh = async (
  tx: Tx,
  { integration_id, access_expires_at }: StoredConnection,
  { now, until }: { now: string; until: string },
): Promise<boolean> =>
  (await tx
    .updateTable('hubspot_connection')
    .set({ refreshing_until: until })
    .where('integration_id', '=', integration_id)
    .where('status', '=', 'connected')
    .where('access_expires_at', '=', access_expires_at)
    .where((eb) => eb.or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<', now)]))
    .returning('integration_id')
    .executeTakeFirst()) !== undefined

interface Authorization {
  state_hash: Buffer
  integration_id: string
  session_hash: Buffer
}
export async function insertAuthorization(
  tx: Tx,
  authorization: Authorization & { expires_at: string },
  now: string,
): Promise<void> {
  await tx.deleteFrom('hubspot_authorization').where('expires_at', '<', now).execute()
  await tx.insertInto('hubspot_authorization').values(authorization).execute()
}

/** Uses up an authorization. @returns false if it isn't valid, which leaves it as it is */
export const takeAuthorization = async (
  tx: Tx,
  { state_hash, integration_id, session_hash }: Authorization,
  now: string,
): Promise<boolean> =>
  (await tx
    .deleteFrom('hubspot_authorization')
    .where('integration_id', '=', integration_id)
    .where('state_hash', '=', state_hash)
    .where('session_hash', '=', session_hash)
    .where('expires_at', '>', now)
    .returning('integration_id')
    .executeTakeFirst()) !== undefined

/**
 * Queues the current token for revocation.
 * @returns false if there is no connection
 */
export const revokeCurrent = async (tx: Tx, integration_id: string): Promise<boolean> =>
  (await tx
    .insertInto('hubspot_revocation')
    .columns(['workspace', 'refresh_token_sealed'])
    .expression((eb) =>
      eb
        .selectFrom('hubspot_connection')
        .where('integration_id', '=', integration_id)
        .select([sql<string>`integration_id::text`.as('workspace'), 'refresh_token_sealed'])
        .forUpdate(),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined
export const listRevocations = (db: Db) =>
  db.selectFrom('hubspot_revocation').selectAll().orderBy('created_at').limit(100).execute()
export const deleteRevocation = (tx: Tx, id: string) =>
  tx.deleteFrom('hubspot_revocation').where('id', '=', id).execute()
