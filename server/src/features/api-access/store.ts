import { sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'

export interface Key {
  integration_id: string
  key_id: string
}

/** The key with this hash, with its workspace. */
export const findByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('api_key')
    .innerJoin('integration', 'integration.id', 'api_key.integration_id')
    .where('hash', '=', hash)
    .select([
      'api_key.integration_id',
      'api_key.id as key_id',
      'api_key.name',
      'scopes',
      'expires_at',
      'last_used_at',
      'integration.public_key',
      'integration.deletes_at',
    ])
    .executeTakeFirst()

/** Records a use, unless another request does so now. */
export const markUsed = (tx: Tx, { integration_id, key_id }: Key, at: string) =>
  sql`update api_key set last_used_at = ${at} where (integration_id, id) in (
      select integration_id, id from api_key
      where integration_id = ${integration_id} and id = ${key_id} for update skip locked)`.execute(tx)

/** Locks the key until the commit, so that its revocation waits. @returns whether it is still valid */
export async function lockValid(tx: Tx, { integration_id, key_id }: Key, now: string): Promise<boolean> {
  const row = await tx
    .selectFrom('api_key')
    .where('integration_id', '=', integration_id)
    .where('id', '=', key_id)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select('id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export type Token = Key & { token: string }

export const findAnswer = (db: Db, { integration_id, key_id, token }: Token) =>
  db
    .selectFrom('api_idempotency')
    .where('integration_id', '=', integration_id)
    .where('key_id', '=', key_id)
    .where('token', '=', token)
    .select(['request_hash', 'answer'])
    .executeTakeFirst()

/** @returns whether this request is the first with the token; waits for another one that is being committed */
export async function insertRequest(
  tx: Tx,
  token: Token,
  request_hash: Buffer,
  created_at: string,
): Promise<boolean> {
  const row = await tx
    .insertInto('api_idempotency')
    .values({ ...token, request_hash, created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token')
    .executeTakeFirst()
  return row !== undefined
}

/** @param named_ids ids of everything that the answer is about */
export const storeAnswer = (
  tx: Tx,
  { integration_id, key_id, token }: Token,
  answer: string,
  named_ids: string[],
) =>
  tx
    .updateTable('api_idempotency')
    .set({ answer, named_ids })
    .where('integration_id', '=', integration_id)
    .where('key_id', '=', key_id)
    .where('token', '=', token)
    .execute()

/** Deletes stored responses that contain one of these ids. Repeated requests are still recognized. */
export const deleteAnswersAbout = (tx: Tx, integration_id: string, ids: readonly string[]) =>
  sql`update api_idempotency set answer = null, named_ids = '{}'
    where integration_id = ${integration_id} and named_ids && ${ids}::uuid[]`.execute(tx)

export const deleteRequestsBefore = (tx: Tx, at: string) =>
  tx.deleteFrom('api_idempotency').where('created_at', '<', at).execute()
