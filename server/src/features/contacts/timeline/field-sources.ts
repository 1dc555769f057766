import type { FieldValue, FieldValues, ScenarioSource } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import type { Key } from '../store.ts'

interface ScenarioChange extends ScenarioSource {
  field: string
  after: FieldValue | null
}
/** Customers decide how often a scenario sets a value. */
const changesRead = 1_000

/**
 * The values that a scenario was the last to set, in the newest changes. Merges are left out: what they take over was
 * set by an earlier change.
 */
export async function listScenarioChanges(
  db: Db,
  { integration_id, contact_id }: Key,
): Promise<ScenarioChange[]> {
  const { rows } = await sql<ScenarioChange>`
    select field, after, scenario_id as id, scenario_name as name from (
      select distinct on (line ->> 'field', line -> 'after')
        line ->> 'field' as field, line -> 'after' as after, scenario_id, scenario_name
      from (
        select * from contact_change
        where integration_id = ${integration_id} and contact_id = ${contact_id}
          and not changes @> '[{"field": "merged"}]'
        order by id desc limit ${changesRead}) as recent, jsonb_array_elements(changes) as line
      order by line ->> 'field', line -> 'after', recent.id desc) as newest
    where scenario_id is not null`.execute(db)
  return rows
}

/** The scenarios of current values, by field. */
export function fieldSourcesOf(
  { fields, ...profile }: { fields: FieldValues },
  changes: readonly ScenarioChange[],
): Record<string, ScenarioSource> {
  const values = new Map<string, unknown>([...Object.entries(profile), ...Object.entries(fields)])
  return Object.fromEntries(
    changes
      .filter(({ field, after }) => after !== null && values.get(field) === after)
      .map(({ field, id, name }) => [field, { id, name }]),
  )
}
