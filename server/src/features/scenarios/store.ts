import {
  type Flow,
  type Scenario,
  type ScenarioStats,
  scenarioStatsDays,
  type ScenarioVersion,
  type ScenarioVersionDetails,
  type ScenarioWithFlow,
  day_ms,
} from '@ozvi/contract'
import type { FlowReferences } from '@ozvi/contract/scenario-checks'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { hasRight } from '#features/integrations'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import type { DB } from '#schema'

export interface Key {
  integration_id: string
  scenario_id: string
}
/** A stored scenario with its draft. */
export type StoredScenario = Omit<ScenarioWithFlow, 'blocked_urls'>
export type Draft = Pick<ScenarioWithFlow, 'id' | 'integration_id' | 'name' | 'description' | 'flow'>
const columns = [
  'id',
  'integration_id',
  'name',
  'description',
  'status',
  'position',
  'has_unpublished_changes',
  'published_version',
  'published_at',
  'updated_at',
  'draft_version',
  'version',
] as const satisfies (keyof Scenario)[]

const statsOf = (now: number) => sql<ScenarioStats>`(
  select json_build_object(
    'started', count(*),
    'engaged', count(*) filter (where run.is_engaged),
    'goal_reached', count(*) filter (where run.is_goal_reached),
    'completed', count(*) filter (where run.status = 'completed'),
    'handed_over', count(*) filter (where run.status = 'handed_over'))
  from scenario_run run
  where run.integration_id = scenario.integration_id and run.scenario_id = scenario.id
    and run.started_at >= ${new Date(now - scenarioStatsDays * day_ms).toISOString()}::timestamptz)`

const scenarios = (db: Db, integration_id: string, now: number) =>
  db
    .selectFrom('scenario')
    .where('integration_id', '=', integration_id)
    .where('deleted_at', 'is', null)
    .select(columns)
    .select(sql<Scenario['trigger_kind']>`flow->'trigger'->>'kind'`.as('trigger_kind'))
    .select(statsOf(now).as('stats'))
    .select(
      sql<string | null>`(select member.user_id from member
        where member.integration_id = scenario.integration_id and member.user_id = scenario.draft_saved_by)`.as(
        'draft_saved_by',
      ),
    )

/** By position. */
export const listScenarios = (db: Db, integration_id: string, now: number): Promise<Scenario[]> =>
  scenarios(db, integration_id, now).orderBy('position').orderBy('id').execute()

export const findScenario = (
  db: Db,
  { integration_id, scenario_id }: Key,
  now: number,
): Promise<StoredScenario | undefined> =>
  scenarios(db, integration_id, now).where('id', '=', scenario_id).select('flow').executeTakeFirst()

/** Whether a scenario has this name, description and draft. */
export const isSameDraft = async (
  db: Db,
  { id, integration_id, name, description, flow }: Draft,
): Promise<boolean> =>
  (await db
    .selectFrom('scenario')
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .where('name', '=', name)
    .where('description', '=', description)
    .where(sql<boolean>`flow = ${JSON.stringify(flow)}::jsonb`)
    .select('id')
    .executeTakeFirst()) !== undefined

export const isScenario = async (db: Db, { integration_id, scenario_id }: Key): Promise<boolean> =>
  (await db
    .selectFrom('scenario')
    .where('integration_id', '=', integration_id)
    .where('id', '=', scenario_id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

type FoundReferences = Record<
  Exclude<keyof FlowReferences, 'secrets' | 'hubspot' | 'has_content'>,
  string[]
> & {
  has_content: boolean
  secrets: Record<string, string>
  /** Null if it isn't connected. */
  hubspot: { is_connected: boolean; has_ticket_access: boolean; properties: string[] } | null
}
/** Everything that a flow can refer to. */
export async function listReferences(db: Db, integration_id: string): Promise<FlowReferences> {
  const { found } = await db
    .selectNoFrom(
      sql<FoundReferences>`json_build_object(
        'tag_ids', (select coalesce(json_agg(id), '[]') from tag
          where integration_id = ${integration_id} and deleted_at is null),
        'team_ids', (select coalesce(json_agg(id), '[]') from team where integration_id = ${integration_id}),
        'member_ids', (select coalesce(json_agg(user_id), '[]') from member
          where integration_id = ${integration_id} and ${hasRight('conversations.answer')}),
        'scenario_ids', (select coalesce(json_agg(id), '[]') from scenario
          where integration_id = ${integration_id} and status = 'published' and deleted_at is null),
        'image_ids', (select coalesce(json_agg(id), '[]') from scenario_image
          where integration_id = ${integration_id}),
        'contact_field_ids', (select coalesce(json_agg(id), '[]') from contact_field
          where integration_id = ${integration_id}),
        'conversation_field_ids', (select coalesce(json_agg(id), '[]') from conversation_field
          where integration_id = ${integration_id}),
        'secrets', (select coalesce(json_object_agg(name, origin), '{}') from scenario_secret
          where integration_id = ${integration_id}),
        'has_content', exists (select from data_source
          where integration_id = ${integration_id} and is_enabled and indexed > 0),
        'hubspot', (select json_build_object(
            'is_connected', connection.status = 'connected',
            'has_ticket_access', connection.scopes ? 'tickets',
            'properties', (select coalesce(json_agg(property ->> 'name'), '[]')
              from jsonb_array_elements(settings.properties) property))
          from hubspot_connection connection
          left join hubspot_settings settings on settings.integration_id = connection.integration_id
            and settings.properties_hub_id = connection.hub_id
          where connection.integration_id = ${integration_id}))`.as('found'),
    )
    .executeTakeFirstOrThrow()
  return {
    tag_ids: new Set(found.tag_ids),
    team_ids: new Set(found.team_ids),
    member_ids: new Set(found.member_ids),
    scenario_ids: new Set(found.scenario_ids),
    image_ids: new Set(found.image_ids),
    contact_field_ids: new Set(found.contact_field_ids),
    conversation_field_ids: new Set(found.conversation_field_ids),
    secrets: new Map(Object.entries(found.secrets)),
    has_content: found.has_content,
    hubspot: {
      is_connected: found.hubspot?.is_connected ?? false,
      has_ticket_access: found.hubspot?.has_ticket_access ?? false,
      properties: new Set(found.hubspot?.properties),
    },
  }
}

export const countScenarios = async (db: Db, integration_id: string): Promise<number> =>
  (
    await db
      .selectFrom('scenario')
      .where('integration_id', '=', integration_id)
      .where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** @param except_id a scenario that isn't counted */
export const countPublishedScenarios = async (
  db: Db,
  integration_id: string,
  except_id?: string,
): Promise<number> =>
  (
    await db
      .selectFrom('scenario')
      .where('integration_id', '=', integration_id)
      .$if(except_id !== undefined, (query) => query.where('id', '<>', except_id ?? ''))
      .where('status', '=', 'published')
      .where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Serializes changes to scenarios, so that positions, versions and the limit hold. */
export const lockScenarios = (tx: Tx, integration_id: string) => lockName(tx, `scenario:${integration_id}`)

const nextPosition = (integration_id: string) => sql<number>`(select coalesce(max(other.position), -1) + 1
  from scenario other where other.integration_id = ${integration_id} and other.deleted_at is null)`

/** Whether a draft differs from the published version; always true before the first one. */
const differs = (flow: RawBuilder<unknown>) => sql<boolean>`coalesce((select published.flow <> ${flow}
  from scenario_version published
  where published.integration_id = scenario.integration_id and published.scenario_id = scenario.id
    and published.version = scenario.published_version), true)`

/** Adds a scenario at the end of the order, unless it exists. A deleted scenario is restored with its status and versions. */
export async function upsertScenario(
  tx: Tx,
  { id, integration_id, flow, ...texts }: Draft,
  { updated_at, saved_by }: { updated_at: string; saved_by: string },
): Promise<void> {
  const draft = JSON.stringify(flow)
  const changes = { ...texts, flow: draft, updated_at, draft_saved_by: saved_by }
  await tx
    .insertInto('scenario')
    .values({ id, integration_id, ...changes, position: nextPosition(integration_id) })
    .onConflict((conflict) =>
      conflict.columns(['integration_id', 'id']).doUpdateSet((eb) => ({
        ...changes,
        has_unpublished_changes: differs(sql`${draft}::jsonb`),
        position: sql<number>`case when scenario.deleted_at is null then scenario.position
          else excluded.position end`,
        deleted_at: null,
        draft_version: eb('scenario.draft_version', '+', 1),
        version: eb('scenario.version', '+', 1),
      })),
    )
    .execute()
}

type Changes = Pick<
  Updateable<DB['scenario']>,
  'status' | 'published_version' | 'published_at' | 'published_trigger' | 'deleted_at'
>
export async function changeScenario(
  tx: Tx,
  { integration_id, scenario_id }: Key,
  changes: Changes,
  updated_at: string,
): Promise<void> {
  await tx
    .updateTable('scenario')
    .set((eb) => ({ ...changes, updated_at, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', scenario_id)
    .execute()
  if (changes.published_version === undefined) return
  await tx
    .updateTable('scenario')
    .set({ has_unpublished_changes: differs(sql`scenario.flow`) })
    .where('integration_id', '=', integration_id)
    .where('id', '=', scenario_id)
    .execute()
}

export const positionScenario = (tx: Tx, { integration_id, scenario_id }: Key, position: number) =>
  tx
    .updateTable('scenario')
    .set({ position })
    .where('integration_id', '=', integration_id)
    .where('id', '=', scenario_id)
    .execute()

/** Deletes scenarios that can't be restored anymore, with their versions and runs. */
export const deleteScenariosBefore = (tx: Tx, at: string) =>
  tx.deleteFrom('scenario').where('deleted_at', '<', at).execute()

const versions = (db: Db, { integration_id, scenario_id }: Key) =>
  db
    .selectFrom('scenario_version')
    .leftJoin('member', (join) =>
      join
        .onRef('member.integration_id', '=', 'scenario_version.integration_id')
        .onRef('member.user_id', '=', 'scenario_version.published_by'),
    )
    .where('scenario_version.integration_id', '=', integration_id)
    .where('scenario_version.scenario_id', '=', scenario_id)
    .select([
      'scenario_version.version',
      'scenario_version.note',
      'scenario_version.published_at',
      'scenario_version.rolled_back_to',
      'member.user_id as published_by',
    ])

/** Newest first. */
export const listVersions = (db: Db, key: Key): Promise<ScenarioVersion[]> =>
  versions(db, key).orderBy('scenario_version.version', 'desc').execute()

export const findVersion = (db: Db, key: Key, version: number): Promise<ScenarioVersionDetails | undefined> =>
  versions(db, key)
    .where('scenario_version.version', '=', version)
    .select('scenario_version.flow')
    .executeTakeFirst()

/** @returns the number of the new version */
export const insertVersion = async (
  tx: Tx,
  { integration_id, scenario_id }: Key,
  version: {
    flow: Flow
    note: string
    published_by: string
    published_at: string
    rolled_back_to: number | null
  },
): Promise<number> =>
  (
    await tx
      .insertInto('scenario_version')
      .values({
        integration_id,
        scenario_id,
        ...version,
        flow: JSON.stringify(version.flow),
        version: sql<number>`(select coalesce(max(earlier.version), 0) + 1 from scenario_version earlier
          where earlier.integration_id = ${integration_id} and earlier.scenario_id = ${scenario_id})`,
      })
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version
