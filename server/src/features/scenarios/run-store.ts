import {
  type ActiveScenario,
  type Flow,
  type Locale,
  type ScenarioRun,
  scenarioRunChanged,
  type ScenarioTrigger,
} from '@ozvi/contract'
import { isLiveRun, type RunState } from '@ozvi/contract/scenario-engine'
import { sql } from 'kysely'
import { audienceFor, type Viewer, visibleConversations, visibleTo } from '#features/visibility'
import type { Context, Db, Tx } from '#platform/context/context.ts'
import { isoNow } from '#platform/context/iso-now.ts'
import { matchesFilter, type RunFilter } from './run-numbers.ts'

export interface RunKey {
  integration_id: string
  conversation_id: string
}
/** Triggers that a customer's message can set off. */
const messageTriggers: ScenarioTrigger['kind'][] = ['conversation_started', 'message', 'outside_hours']

/** Whether a message can start a scenario. An expression for another query. */
export const isAwaiting = (integration_id: string) =>
  sql<boolean>`exists (select from scenario where scenario.integration_id = ${integration_id}
    and scenario.status = 'published' and scenario.deleted_at is null
    and scenario.published_trigger = any(${messageTriggers}::text[]))`
export const awaitsMessages = async (db: Db, integration_id: string): Promise<boolean> =>
  (await db.selectNoFrom(isAwaiting(integration_id).as('is_awaiting')).executeTakeFirstOrThrow()).is_awaiting

/** Whether a run of the conversation is live. An expression over `conversation`. */
export const hasLiveRun = sql<boolean>`exists (select from scenario_run
  where scenario_run.integration_id = conversation.integration_id
    and scenario_run.conversation_id = conversation.id and scenario_run.ended_at is null)`

/** The run that replies in the conversation, with its step; null if none does. An expression over `conversation`. */
export const activeScenario = sql<ActiveScenario | null>`(
  select jsonb_build_object(
    'id', run.id, 'scenario_name', scenario.name, 'version', run.version,
    'step_number', step.number, 'step_title', coalesce(step.title, ''),
    'started_at', to_char(run.started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from scenario_run as run
    join scenario on scenario.integration_id = run.integration_id and scenario.id = run.scenario_id
    join scenario_version on scenario_version.integration_id = run.integration_id
      and scenario_version.scenario_id = run.scenario_id and scenario_version.version = run.scenario_version
    left join lateral (
      select number, data ->> 'title' as title
      from jsonb_array_elements(scenario_version.flow -> 'steps') with ordinality as each (data, number)
      where data ->> 'id' = run.state ->> 'step_id'
      limit 1) as step on true
  where conversation.handler = 'scenario' and run.integration_id = conversation.integration_id
    and run.conversation_id = conversation.id and run.ended_at is null)`
export const findActiveScenario = async (db: Db, { integration_id, conversation_id }: RunKey) =>
  (
    await db
      .selectFrom('conversation')
      .where('integration_id', '=', integration_id)
      .where('id', '=', conversation_id)
      .select(activeScenario.as('active_scenario'))
      .executeTakeFirst()
  )?.active_scenario

export interface PublishedScenario {
  id: string
  name: string
  version: number
  flow: Flow
}
/** Selects published scenarios with their versions, by position. */
const selectPublished = (db: Db, integration_id: string) =>
  db
    .selectFrom('scenario')
    .innerJoin('scenario_version', (join) =>
      join
        .onRef('scenario_version.integration_id', '=', 'scenario.integration_id')
        .onRef('scenario_version.scenario_id', '=', 'scenario.id')
        .onRef('scenario_version.version', '=', 'scenario.published_version'),
    )
    .where('scenario.integration_id', '=', integration_id)
    .where('scenario.status', '=', 'published')
    .where('scenario.deleted_at', 'is', null)
    .orderBy('scenario.position')
    .orderBy('scenario.id')

/** Published scenarios with their flows, by position. */
export const listPublished = (
  db: Db,
  integration_id: string,
  only: { scenario_id: string } | { triggers: readonly ScenarioTrigger['kind'][] },
): Promise<PublishedScenario[]> =>
  selectPublished(db, integration_id)
    .where((eb) =>
      'scenario_id' in only
        ? eb('scenario.id', '=', only.scenario_id)
        : eb('scenario.published_trigger', 'in', only.triggers),
    )
    .select(['scenario.id', 'scenario.name', 'scenario_version.version', 'scenario_version.flow'])
    .execute()

/** Triggers of published scenarios, by position. */
export const listTriggers = (
  db: Db,
  integration_id: string,
  kinds: readonly ScenarioTrigger['kind'][],
): Promise<{ id: string; trigger: ScenarioTrigger }[]> =>
  selectPublished(db, integration_id)
    .where('scenario.published_trigger', 'in', kinds)
    .select(['scenario.id', sql<ScenarioTrigger>`scenario_version.flow->'trigger'`.as('trigger')])
    .execute()

const runs = (db: Db, integration_id: string) =>
  db
    .selectFrom('scenario_run')
    .innerJoin('scenario', (join) =>
      join
        .onRef('scenario.integration_id', '=', 'scenario_run.integration_id')
        .onRef('scenario.id', '=', 'scenario_run.scenario_id'),
    )
    .innerJoin('scenario_version', (join) =>
      join
        .onRef('scenario_version.integration_id', '=', 'scenario_run.integration_id')
        .onRef('scenario_version.scenario_id', '=', 'scenario_run.scenario_id')
        .onRef('scenario_version.version', '=', 'scenario_run.scenario_version'),
    )
    .where('scenario_run.integration_id', '=', integration_id)
    .selectAll('scenario_run')
    .select(['scenario.name as scenario_name', 'scenario_version.flow'])
export type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>

export const findLiveRun = (db: Db, { integration_id, conversation_id }: RunKey) =>
  runs(db, integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const findRun = (db: Db, { integration_id, conversation_id }: RunKey, run_id: string) =>
  runs(db, integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('scenario_run.id', '=', run_id)
    .executeTakeFirst()

/** The live run, or else the one that started last. */
export const findLastRun = (db: Db, { integration_id, conversation_id }: RunKey) =>
  runs(db, integration_id)
    .where('conversation_id', '=', conversation_id)
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('scenario_run.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether a run has handled a customer's message already. */
export const isHandled = async (
  db: Db,
  { integration_id, conversation_id }: RunKey,
  seq: number,
): Promise<boolean> =>
  (await db
    .selectFrom('scenario_run')
    .where('integration_id', '=', integration_id)
    .where('conversation_id', '=', conversation_id)
    .where('last_seq', '>=', seq)
    .select('id')
    .limit(1)
    .executeTakeFirst()) !== undefined

export const listLiveRunIds = async (
  db: Db,
  { integration_id, scenario_id }: { integration_id: string; scenario_id: string },
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('scenario_run')
      .where('integration_id', '=', integration_id)
      .where('scenario_id', '=', scenario_id)
      .where('ended_at', 'is', null)
      .select('conversation_id')
      .limit(limit)
      .execute()
  ).map(({ conversation_id }) => conversation_id)

export interface RunPosition {
  /** As PostgreSQL formats it, to the microsecond. */
  at: string
  id: string
}
/** Newest first, with their conversations. */
export const listRunRows = (
  db: Db,
  { integration_id, scenario_id }: { integration_id: string; scenario_id: string },
  viewer: Viewer,
  { after, limit, filter }: { after: RunPosition | undefined; limit: number; filter: RunFilter },
) =>
  runs(db, integration_id)
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.integration_id', '=', 'scenario_run.integration_id')
        .onRef('conversation.id', '=', 'scenario_run.conversation_id'),
    )
    .innerJoin('contact', (join) =>
      join
        .onRef('contact.integration_id', '=', 'conversation.integration_id')
        .onRef('contact.id', '=', 'conversation.contact_id'),
    )
    .where('scenario_run.scenario_id', '=', scenario_id)
    .where(visibleConversations(viewer))
    .where(matchesFilter(filter))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(scenario_run.started_at, scenario_run.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .select([
      'conversation.number as conversation_number',
      'conversation.status as conversation_status',
      'contact.id as contact_id',
      'contact.name as contact_name',
      'contact.email as contact_email',
    ])
    .orderBy('scenario_run.started_at', 'desc')
    .orderBy('scenario_run.id', 'desc')
    .limit(limit)
    .execute()

export function toRun({ state, flow, ...row }: RunRow): ScenarioRun {
  const { step_id, waiting_until } = state
  const { id, integration_id, conversation_id, scenario_id, scenario_name, scenario_version } = row
  const { status, started_at, ended_at, version } = row
  const index = flow.steps.findIndex((step) => step.id === step_id)
  return {
    id,
    integration_id,
    conversation_id,
    scenario_id,
    scenario_name,
    scenario_version,
    status,
    step_id,
    step_number: index < 0 ? null : index + 1,
    step_title: flow.steps[index]?.title ?? '',
    waiting_until,
    started_at,
    ended_at,
    version,
  }
}
/** In a run query: the members who can see its conversation; null if all members can. */
const runVisibleTo = sql<string[] | null>`(select ${visibleTo} from conversation
  where conversation.integration_id = scenario_run.integration_id
    and conversation.id = scenario_run.conversation_id)`

/** Inserts a run before its first step. Fails if another run of the conversation is live. */
export async function insertRun(
  ctx: Context,
  tx: Tx,
  { integration_id, conversation_id }: RunKey,
  { id: scenario_id, name, version, flow }: PublishedScenario,
  {
    id,
    state,
    last_seq,
    returns_to_team,
    caused_by,
  }: {
    id: string
    state: RunState
    last_seq: number
    returns_to_team: boolean
    caused_by: RunRow['caused_by']
  },
): Promise<RunRow> {
  const at = isoNow(ctx)
  const row = await tx
    .insertInto('scenario_run')
    .values({
      integration_id,
      conversation_id,
      id,
      scenario_id,
      scenario_version: version,
      status: state.status,
      state: JSON.stringify(state),
      last_seq,
      returns_to_team,
      caused_by: caused_by && JSON.stringify(caused_by),
      started_at: at,
      changed_at: at,
      locale: sql<Locale>`(select locale from conversation
        where integration_id = ${integration_id} and id = ${conversation_id})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...row, scenario_name: name, flow }
}

/** Stores the state of a run and emits it. */
export async function saveRun(
  ctx: Context,
  tx: Tx,
  { scenario_name, flow, ...run }: RunRow,
  state: RunState,
  { last_seq, is_engaged, caused_by }: Pick<RunRow, 'last_seq' | 'is_engaged' | 'caused_by'> = run,
): Promise<RunRow> {
  const at = isoNow(ctx)
  const { goal_step_id } = flow
  const { visible_to, ...row } = await tx
    .updateTable('scenario_run')
    .set((eb) => ({
      status: state.status,
      state: JSON.stringify(state),
      last_seq,
      is_engaged,
      caused_by: caused_by && JSON.stringify(caused_by),
      is_goal_reached: run.is_goal_reached || (goal_step_id ? (state.visits[goal_step_id] ?? 0) > 0 : false),
      changed_at: at,
      ended_at: isLiveRun(state) ? null : at,
      version: eb('version', '+', 1),
    }))
    .where('integration_id', '=', run.integration_id)
    .where('id', '=', run.id)
    .returningAll()
    .returning(runVisibleTo.as('visible_to'))
    .executeTakeFirstOrThrow()
  const saved = { ...row, scenario_name, flow }
  const changed = toRun(saved)
  tx.emit(scenarioRunChanged, changed, changed, audienceFor({ visible_to }))
  return saved
}

/**
 * Pauses or ends the live run of a conversation, if there is one, because of something outside of it.
 *
 * @returns the run if it was changed
 */
export async function interruptRun(
  ctx: Context,
  tx: Tx,
  key: RunKey,
  status: 'paused' | 'handed_over' | 'ended',
): Promise<RunRow | undefined> {
  const run = await findLiveRun(tx, key)
  if (!run || run.status === status) return undefined
  // A paused run remembers what it waited for.
  const stopped = status === 'paused' ? {} : { awaiting: null, waiting_until: null }
  return saveRun(ctx, tx, run, { ...run.state, ...stopped, status })
}
