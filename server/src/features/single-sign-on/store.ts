import type { SingleSignOn, SsoDomain } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

type Fields = Pick<SingleSignOn, 'is_on' | 'is_required' | 'issuer' | 'client_id' | 'default_role'>
export interface StoredSettings extends Fields {
  integration_id: string
  client_secret_sealed: Buffer | null
  updated_at: string
  version: number
}

const settings = (db: Db, integration_id: string) =>
  db
    .selectFrom('single_sign_on')
    .where('single_sign_on.integration_id', '=', integration_id)
    .selectAll('single_sign_on')

export const findSettings = (db: Db, integration_id: string): Promise<StoredSettings | undefined> =>
  settings(db, integration_id).executeTakeFirst() as Promise<StoredSettings | undefined> // `default_role` has a check

/** Serializes changes of the settings, if there are any. */
export const lockSettings = (tx: Tx, integration_id: string): Promise<StoredSettings | undefined> =>
  settings(tx, integration_id).forUpdate().executeTakeFirst() as Promise<StoredSettings | undefined> // as above

/** Settings that people can sign in with: turned on, in a workspace that isn't closed. */
export const findActive = (
  db: Db,
  integration_id: string,
): Promise<(StoredSettings & { name: string }) | undefined> =>
  settings(db, integration_id)
    .innerJoin('integration', 'integration.id', 'single_sign_on.integration_id')
    .where('is_on', '=', true)
    .where('integration.deletes_at', 'is', null)
    .select('integration.name')
    .executeTakeFirst() as Promise<(StoredSettings & { name: string }) | undefined> // as above

export const saveSettings = (
  tx: Tx,
  integration_id: string,
  fields: Fields & { client_secret_sealed: Buffer | null },
  at: string,
) =>
  tx
    .insertInto('single_sign_on')
    .values({ integration_id, ...fields, updated_at: at })
    .onConflict((conflict) =>
      conflict
        .column('integration_id')
        .doUpdateSet({ ...fields, updated_at: at, version: sql`single_sign_on.version + 1` }),
    )
    .execute()

const domainColumns = ['id', 'name', 'token', 'verified_at'] as const

export const listDomains = (db: Db, integration_id: string): Promise<SsoDomain[]> =>
  db
    .selectFrom('sso_domain')
    .where('integration_id', '=', integration_id)
    .select(domainColumns)
    .orderBy('name')
    .execute()

export const findDomain = (db: Db, integration_id: string, id: string): Promise<SsoDomain | undefined> =>
  db
    .selectFrom('sso_domain')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .select(domainColumns)
    .executeTakeFirst()

/** Idempotent. */
export const insertDomain = (
  tx: Tx,
  domain: { integration_id: string; name: string; token: string; created_at: string },
) =>
  tx
    .insertInto('sso_domain')
    .values(domain)
    .onConflict((conflict) => conflict.columns(['integration_id', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()

/** Makes workspaces that verify the same domain wait for each other. */
export const lockDomain = (tx: Tx, name: string) =>
  tx.selectFrom('sso_domain').where('name', '=', name).select('id').orderBy('id').forUpdate().execute()

/** False if another workspace has verified the domain. @param id of a domain that is locked */
export const verifyDomain = async (tx: Tx, integration_id: string, id: string, at: string) =>
  (await tx
    .updateTable('sso_domain as own')
    .set({ verified_at: at })
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sso_domain as other')
            .whereRef('other.name', '=', 'own.name')
            .where('other.integration_id', '<>', integration_id)
            .where('other.verified_at', 'is not', null)
            .select('other.id'),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined

export const deleteDomain = (tx: Tx, integration_id: string, id: string) =>
  tx
    .deleteFrom('sso_domain')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** The workspace that has verified a domain. */
export const findDomainOwner = async (db: Db, name: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sso_domain')
      .where('name', '=', name)
      .where('verified_at', 'is not', null)
      .select('integration_id')
      .executeTakeFirst()
  )?.integration_id

interface Identity {
  integration_id: string
  issuer: string
  subject: string
}
export const findIdentity = (db: Db, { integration_id, issuer, subject }: Identity) =>
  db
    .selectFrom('sso_identity')
    .where('integration_id', '=', integration_id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst()

/** Links an account of the provider, or records its use. It never moves to another user. */
export const saveIdentity = (tx: Tx, identity: Identity & { user_id: string }, at: string) =>
  tx
    .insertInto('sso_identity')
    .values({ ...identity, linked_at: at, last_used_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['integration_id', 'issuer', 'subject'])
        .doUpdateSet({ last_used_at: at })
        .where('sso_identity.user_id', '=', identity.user_id),
    )
    .returning('user_id')
    .executeTakeFirst()

export const findLastUse = async (db: Db, integration_id: string, issuer: string): Promise<string | null> =>
  (
    await db
      .selectFrom('sso_identity')
      .where('integration_id', '=', integration_id)
      .where('issuer', '=', issuer)
      .select(({ fn }) => fn.max('last_used_at').as('at'))
      .executeTakeFirst()
  )?.at ?? null

export interface Attempt {
  integration_id: string
  state_hash: Buffer
  browser_hash: Buffer
  issuer: string
  client_id: string
  nonce: string
  code_verifier: string
  next: string | null
  expires_at: string
  subject: string | null
  user_id: string | null
}

/** Deletes expired attempts as well. */
export async function insertAttempt(tx: Tx, attempt: Attempt, now: string): Promise<void> {
  await tx.deleteFrom('sso_attempt').where('expires_at', '<', now).execute()
  await tx.insertInto('sso_attempt').values(attempt).execute()
}

/** Deletes the attempt, so that of several answers only one counts. */
export const takeAttempt = (
  tx: Tx,
  { state_hash, browser_hash }: Pick<Attempt, 'state_hash' | 'browser_hash'>,
  now: string,
): Promise<Attempt | undefined> =>
  tx
    .deleteFrom('sso_attempt')
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .where('user_id', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The attempt of a browser that waits for a password. */
export const findPendingLink = (db: Db, browser_hash: Buffer, now: string): Promise<Attempt | undefined> =>
  db
    .selectFrom('sso_attempt')
    .where('browser_hash', '=', browser_hash)
    .where('expires_at', '>', now)
    .where('user_id', 'is not', null)
    .selectAll()
    .orderBy('expires_at', 'desc')
    .executeTakeFirst()

export const deleteAttempt = (tx: Tx, state_hash: Buffer) =>
  tx.deleteFrom('sso_attempt').where('state_hash', '=', state_hash).returning('state_hash').executeTakeFirst()
