import type { ScenarioSecret } from '@ozvi/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

/** Scenarios whose draft or published version names a secret. */
const usedIn = sql<string[]>`(select coalesce(array_agg(used.name order by used.position), '{}')
  from scenario used left join scenario_version published
    on published.integration_id = used.integration_id and published.scenario_id = used.id
      and published.version = used.published_version
  where used.integration_id = scenario_secret.integration_id and used.deleted_at is null
    and (used.flow::text ~ ('\\{\\{\\s*secrets\\.' || scenario_secret.name || '\\s*[|}]')
      or published.flow::text ~ ('\\{\\{\\s*secrets\\.' || scenario_secret.name || '\\s*[|}]')))`

const secrets = (db: Db, integration_id: string) =>
  db
    .selectFrom('scenario_secret')
    .where('integration_id', '=', integration_id)
    .select(['integration_id', 'name', 'origin', 'updated_at', 'updated_by_name'])

/** By name. */
export const listSecrets = (db: Db, integration_id: string): Promise<ScenarioSecret[]> =>
  secrets(db, integration_id).select(usedIn.as('used_in')).orderBy('name').execute()

export const findSecret = (db: Db, integration_id: string, name: string): Promise<ScenarioSecret> =>
  secrets(db, integration_id).where('name', '=', name).select(usedIn.as('used_in')).executeTakeFirstOrThrow()

export const countOthers = async (db: Db, integration_id: string, name: string): Promise<number> =>
  (
    await db
      .selectFrom('scenario_secret')
      .where('integration_id', '=', integration_id)
      .where('name', '<>', name)
      .select(({ fn }) => fn.countAll<number>().as('others'))
      .executeTakeFirstOrThrow()
  ).others

export const upsertSecret = (tx: Tx, row: Insertable<DB['scenario_secret']>) =>
  tx
    .insertInto('scenario_secret')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'name']).doUpdateSet(({ ref }) => ({
        origin: ref('excluded.origin'),
        value_sealed: ref('excluded.value_sealed'),
        updated_at: ref('excluded.updated_at'),
        updated_by_name: ref('excluded.updated_by_name'),
      })),
    )
    .execute()

/** @returns whether it existed */
export const deleteSecret = async (tx: Tx, integration_id: string, name: string): Promise<boolean> =>
  (await tx
    .deleteFrom('scenario_secret')
    .where('integration_id', '=', integration_id)
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst()) !== undefined

/** Encrypted. */
export const listSealed = (db: Db, integration_id: string, names: readonly string[]) =>
  db
    .selectFrom('scenario_secret')
    .where('integration_id', '=', integration_id)
    .where('name', 'in', names)
    .select(['name', 'origin', 'value_sealed'])
    .execute()
