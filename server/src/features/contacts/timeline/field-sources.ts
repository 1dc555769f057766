import type { FieldValue, FieldValues, ScenarioSource } from '@ozvi/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'
import type { Key } from '../store.ts'

interface NewestChange {
  /** Whose value was changed: the contact, or one that was merged into it. */
  owner_id: string
  field: string
  after: FieldValue | null
  /** Null if no scenario set the value. */
  scenario: ScenarioSource | null
  /** The contact whose value was taken over by a merge; null if it wasn't a merge. */
  source_id: string | null
}
/** Maximum number of changes read: customers decide how often a scenario sets a value. Older ones show no source. */
const changesRead = 1_000

/** The newest change of each field, among the newest changes, for the contact and each one that was merged into it. */
export async function listNewestChanges(
  db: Db,
  { integration_id, contact_id }: Key,
): Promise<NewestChange[]> {
  const { rows } = await sql<NewestChange>`
    select distinct on (owner_id, field)
      coalesce(change.origin_id, change.contact_id) as owner_id,
      line ->> 'field' as field, line -> 'after' as after, contact_merge.source_id,
      case when scenario_id is null then null
        else jsonb_build_object('id', scenario_id, 'name', scenario_name) end as scenario
    from (
        select * from contact_change
        where integration_id = ${integration_id} and contact_id = ${contact_id}
        order by id desc limit ${changesRead}) as change
      cross join jsonb_array_elements(changes) as line
      left join contact_merge on contact_merge.integration_id = change.integration_id
        and contact_merge.id = (changes -> 0 ->> 'merge_id')::uuid and contact_merge.undone_at is null
    order by owner_id, field, change.id desc`.execute(db)
  return rows
}

/** The scenarios of current values, by field. */
export function fieldSourcesOf(
  { id, fields, ...profile }: { id: string; fields: FieldValues },
  changes: readonly NewestChange[],
): Record<string, ScenarioSource> {
  const newest = new Map(changes.map((change) => [`${change.owner_id} ${change.field}`, change]))
  const changeOf = (owner_id: string, field: string): NewestChange | undefined => {
    const change = newest.get(`${owner_id} ${field}`)
    return change?.source_id ? changeOf(change.source_id, field) : change
  }
  return Object.fromEntries(
    [...Object.entries<unknown>(profile), ...Object.entries(fields)].flatMap(([field, value]) => {
      const change = changeOf(id, field)
      return change?.scenario && value !== null && change.after === value ? [[field, change.scenario]] : []
    }),
  )
}
