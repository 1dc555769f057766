import type { ApiKey } from '@ozvi/contract'
import { ApiScope } from '@ozvi/contract/schemas'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

const columns = [
  'id',
  'integration_id',
  'name',
  'prefix',
  'scopes',
  'expires_at',
  'last_used_at',
  'created_at',
  'created_by_name',
] as const

const toApiKey = ({ scopes, ...row }: Pick<Selectable<DB['api_key']>, (typeof columns)[number]>): ApiKey => ({
  ...row,
  scopes: scopes.map((scope) => ApiScope.parse(scope)),
})

/** Newest first. */
export const listKeys = async (db: Db, integration_id: string): Promise<ApiKey[]> =>
  (
    await db
      .selectFrom('api_key')
      .where('integration_id', '=', integration_id)
      .select(columns)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()
  ).map(toApiKey)

export async function countKeys(db: Db, integration_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .where('integration_id', '=', integration_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertKey = async (tx: Tx, row: Insertable<DB['api_key']>): Promise<ApiKey> =>
  toApiKey(await tx.insertInto('api_key').values(row).returning(columns).executeTakeFirstOrThrow())

/** Waits for transactions of the key that have started. */
export const deleteKey = (tx: Tx, integration_id: string, id: string) =>
  tx
    .deleteFrom('api_key')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
