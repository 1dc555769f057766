import type { Passkey } from '@ozvi/contract'
import type { Db, Tx } from '#platform/context/context.ts'
import { hashToken } from '#platform/secrets/secrets.ts'

const columns = ['id', 'name', 'created_at', 'last_used_at'] as const

export const listPasskeys = (db: Db, user_id: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkey')
    .where('user_id', '=', user_id)
    .select(columns)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const listCredentialIds = async (db: Db, user_id: string): Promise<Buffer[]> =>
  (await db.selectFrom('passkey').where('user_id', '=', user_id).select('credential_id').execute()).map(
    ({ credential_id }) => credential_id,
  )

interface NewPasskey {
  user_id: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: string
}
/** Undefined if the passkey is already stored, for any user. */
export const insertPasskey = (tx: Tx, passkey: NewPasskey): Promise<Passkey | undefined> =>
  tx
    .insertInto('passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst()

export const renamePasskey = (
  tx: Tx,
  user_id: string,
  id: string,
  name: string,
): Promise<Passkey | undefined> =>
  tx
    .updateTable('passkey')
    .set({ name })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()

/** After the last passkey is deleted, sessions no longer count as signed in by passkey. @returns its name */
export async function deletePasskey(tx: Tx, user_id: string, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('passkey')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  if (deleted && (await listCredentialIds(tx, user_id)).length === 0)
    await tx.updateTable('session').set({ via_passkey: false }).where('user_id', '=', user_id).execute()
  return deleted?.name
}

export const removePasskeysSince = (tx: Tx, user_id: string, at: string) =>
  tx.deleteFrom('passkey').where('user_id', '=', user_id).where('created_at', '>=', at).execute()

/** A passkey with its owner, locked, so that of two concurrent uses the second sees the count of the first. */
export const lockByCredential = (tx: Tx, credential_id: Buffer) =>
  tx
    .selectFrom('passkey')
    .innerJoin('app_user', 'app_user.id', 'passkey.user_id')
    .where('credential_id', '=', credential_id)
    .select(['passkey.id as passkey_id', 'public_key', 'counter'])
    .select(['app_user.id', 'app_user.name', 'email', 'email_verified_at'])
    .forUpdate('passkey')
    .executeTakeFirst()

export const recordUse = (tx: Tx, id: string, counter: number, now: string) =>
  tx.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute()

export const markSession = (tx: Tx, id_hash: Buffer) =>
  tx.updateTable('session').set({ via_passkey: true }).where('id_hash', '=', id_hash).execute()

export const insertChallenge = (tx: Tx, challenge: string, user_id: string | null, expires_at: string) =>
  tx
    .insertInto('passkey_challenge')
    .values({ challenge_hash: hashToken(challenge), user_id, expires_at })
    .execute()

/** Deletes the challenge, so that of several concurrent answers only one counts. */
export const consumeChallenge = async (
  tx: Tx,
  challenge: string,
  user_id: string | null,
  now: string,
): Promise<boolean> =>
  (await tx
    .deleteFrom('passkey_challenge')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .where('expires_at', '>', now)
    .returning('challenge_hash')
    .executeTakeFirst()) !== undefined
