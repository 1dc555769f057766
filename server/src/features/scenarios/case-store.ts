import type { ScenarioCase } from '@ozvi/contract'
import type { Db, Tx } from '#platform/context/context.ts'
import type { Key } from './store.ts'

/** Oldest first. */
export const listCases = (db: Db, { integration_id, scenario_id }: Key): Promise<ScenarioCase[]> =>
  db
    .selectFrom('scenario_case')
    .where('integration_id', '=', integration_id)
    .where('scenario_id', '=', scenario_id)
    .select(['id', 'name', 'persona', 'inputs', 'checks'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export async function upsertCase(
  tx: Tx,
  key: Key,
  { id, name, persona, inputs, checks }: ScenarioCase,
  created_at: string,
): Promise<void> {
  const fields = {
    name,
    persona: JSON.stringify(persona),
    inputs: JSON.stringify(inputs),
    checks: JSON.stringify(checks),
  }
  await tx
    .insertInto('scenario_case')
    .values({ ...key, id, ...fields, created_at })
    .onConflict((conflict) => conflict.columns(['integration_id', 'scenario_id', 'id']).doUpdateSet(fields))
    .execute()
}
export const deleteCase = (tx: Tx, { integration_id, scenario_id }: Key, id: string) =>
  tx
    .deleteFrom('scenario_case')
    .where('integration_id', '=', integration_id)
    .where('scenario_id', '=', scenario_id)
    .where('id', '=', id)
    .execute()
