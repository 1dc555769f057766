import type { Kysely } from 'kysely'
import type { DB } from '#schema'
import { ConfigError } from './context/config.ts'
import { seal, unseal } from './secrets/encryption.ts'
import type { Secrets } from './secrets/secrets.ts'

const location = 'key_check|sealed|only'

/**
 * Compares the keys with those the database was first used with.
 *
 * @param is_replaced accepts these keys from now on: the previous ones are lost
 * @throws ConfigError if they differ
 */
export async function checkKeys(db: Kysely<DB>, secrets: Secrets, is_replaced: boolean): Promise<void> {
  const key = secrets.derive('key-check')
  if (is_replaced) await db.deleteFrom('key_check').execute()
  await db
    .insertInto('key_check')
    .values({ sealed: seal(key, location, 'ok') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { sealed } = await db.selectFrom('key_check').select('sealed').executeTakeFirstOrThrow()
  try {
    unseal(key, location, sealed)
  } catch (cause) {
    throw new ConfigError(
      'These are not the keys that this database was encrypted with: restore APP_SECRET, or the file of keys that belongs to it. If they are lost, start once with KEYS_REPLACED=on; two-factor authentication and all stored secrets then have to be set up again',
      { cause },
    )
  }
}
