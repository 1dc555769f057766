import type { Db, Tx } from '#platform/context/context.ts'

/** The encrypted key: the active one, or the one being set up. */
export const findSecret = async (db: Db, user_id: string, is_set_up: boolean): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('totp')
      .where('user_id', '=', user_id)
      .where('confirmed_at', is_set_up ? 'is not' : 'is', null)
      .select('secret')
      .executeTakeFirst()
  )?.secret

export const isEnabled = async (db: Db, user_id: string): Promise<boolean> =>
  (await findSecret(db, user_id, true)) !== undefined

/** Replaces a key that was never confirmed; false if one is active. */
export const upsertSecret = async (tx: Tx, user_id: string, secret: Buffer): Promise<boolean> =>
  (await tx
    .insertInto('totp')
    .values({ user_id, secret })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ secret, last_step: 0 }).where('totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()) !== undefined

/** Records a time step; false unless it is newer than every used one. */
export const consumeStep = async (tx: Tx, user_id: string, step: number): Promise<boolean> =>
  (await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const confirm = (tx: Tx, user_id: string, now_ms: number) =>
  tx
    .updateTable('totp')
    .set({ confirmed_at: new Date(now_ms).toISOString() })
    .where('user_id', '=', user_id)
    .execute()

/** Removes the key and its recovery codes; false if there was none. */
export async function remove(tx: Tx, user_id: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  const removed = await tx
    .deleteFrom('totp')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .executeTakeFirst()
  return (removed?.confirmed_at ?? null) !== null
}

/** Removes an authenticator app set up since the given time, with its recovery codes. */
export async function removeSince(tx: Tx, user_id: string, at: string): Promise<void> {
  const row = await tx
    .selectFrom('totp')
    .where('user_id', '=', user_id)
    .select('confirmed_at')
    .executeTakeFirst()
  if (row?.confirmed_at && Date.parse(row.confirmed_at) >= Date.parse(at)) await remove(tx, user_id)
}

export async function replaceRecoveryCodes(tx: Tx, user_id: string, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute()
}
export const consumeRecoveryCode = async (
  tx: Tx,
  user_id: string,
  code_hash: Buffer,
  now_ms: number,
): Promise<boolean> =>
  (await tx
    .updateTable('recovery_code')
    .set({ used_at: new Date(now_ms).toISOString() })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()) !== undefined

export const listWorkspaces = async (db: Db, user_id: string): Promise<string[]> =>
  (await db.selectFrom('member').where('user_id', '=', user_id).select('integration_id').execute()).map(
    ({ integration_id }) => integration_id,
  )

export const countCodesLeft = async (db: Db, user_id: string): Promise<number> =>
  (
    await db
      .selectFrom('recovery_code')
      .where('user_id', '=', user_id)
      .where('used_at', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow()
  ).left
