import type { IdentityMode } from '@ozvi/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

export type Verification = Selectable<DB['identity_verification']>

export const findVerification = (db: Db, integration_id: string): Promise<Verification | undefined> =>
  db
    .selectFrom('identity_verification')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .executeTakeFirst()

/** Locked until the transaction ends. */
export async function lockVerification(tx: Tx, integration_id: string): Promise<Verification> {
  await tx
    .insertInto('identity_verification')
    .values({ integration_id, version: 0 })
    .onConflict((conflict) => conflict.column('integration_id').doNothing())
    .execute()
  return tx
    .selectFrom('identity_verification')
    .where('integration_id', '=', integration_id)
    .selectAll()
    .forUpdate()
    .executeTakeFirstOrThrow()
}
interface Changes {
  mode?: IdentityMode
  secret?: Buffer
  secret_created_at?: string
  previous_secret?: Buffer | null
  previous_secret_expires_at?: string | null
}
export const updateVerification = (tx: Tx, integration_id: string, changes: Changes): Promise<Verification> =>
  tx
    .updateTable('identity_verification')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Written once a minute at most. */
export const recordUse = (tx: Tx, integration_id: string, at: string) =>
  tx
    .updateTable('identity_verification')
    .set({ last_used_at: at })
    .where('integration_id', '=', integration_id)
    .where(sql<boolean>`last_used_at is null or last_used_at < ${at}::timestamptz - interval '1 minute'`)
    .execute()
