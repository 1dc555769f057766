import {
  dropOffHours,
  type Locale,
  type RunMeasure,
  type ScenarioNumbers,
  type ScenarioStats,
  day_ms,
  hour_ms,
} from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'

/*
 * The numbers of a scenario. Counts and lists of runs use the same conditions, so a count is the length of its list.
 */

export interface RunScope {
  days?: number | undefined
  version?: number | undefined
  locale?: Locale | undefined
  now: number
}
export interface RunFilter extends RunScope {
  measure: RunMeasure
  /** Of `reached` and `dropped_off`; with `arm_id` an A/B split. */
  step_id?: string | undefined
  arm_id?: string | undefined
}
const all = (conditions: (RawBuilder<boolean> | undefined)[]) =>
  sql<boolean>`(${sql.join([sql`true`, ...conditions.filter((each) => each !== undefined)], sql` and `)})`

/** An expression over `scenario_run`. */
const isInScope = ({ days, version, locale, now }: RunScope) =>
  all([
    days === undefined
      ? undefined
      : sql`scenario_run.started_at >= ${new Date(now - days * day_ms).toISOString()}::timestamptz`,
    version === undefined ? undefined : sql`scenario_run.scenario_version = ${version}`,
    locale === undefined ? undefined : sql`scenario_run.locale = ${locale}`,
  ])
/** Runs that ended at their step on their own, or have been waiting there for long. */
const hasDroppedOff = (now: number) => sql<boolean>`(scenario_run.status in ('ended', 'failed')
  or (scenario_run.ended_at is null
    and scenario_run.changed_at < ${new Date(now - dropOffHours * hour_ms).toISOString()}::timestamptz))`

const measures: Record<
  RunMeasure,
  (filter: { step_id?: string | undefined; now: number }) => RawBuilder<boolean>
> = {
  started: () => sql`true`,
  engaged: () => sql`scenario_run.is_engaged`,
  completed: () => sql`scenario_run.status = 'completed'`,
  goal_reached: () => sql`scenario_run.is_goal_reached`,
  handed_over: () => sql`scenario_run.status = 'handed_over'`,
  reached: ({ step_id = '' }) => sql`jsonb_exists(scenario_run.state->'visits', ${step_id})`,
  dropped_off: ({ step_id = '', now }) =>
    sql`(scenario_run.state->>'step_id' = ${step_id} and ${hasDroppedOff(now)})`,
}
/** An expression over `scenario_run`. */
export const matchesFilter = (filter: RunFilter): RawBuilder<boolean> =>
  all([
    isInScope(filter),
    measures[filter.measure](filter),
    filter.arm_id === undefined
      ? undefined
      : sql`scenario_run.state->'arms'->>${filter.step_id ?? ''} = ${filter.arm_id}`,
  ])

const counted = (measure: RunMeasure) =>
  sql<number>`(count(*) filter (where ${measures[measure]({ now: 0 })}))::integer`

interface Key {
  integration_id: string
  scenario_id: string
}
const runsOf = (db: Db, { integration_id, scenario_id }: Key, viewer: Viewer, scope: RunScope) =>
  db
    .selectFrom('scenario_run')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.integration_id', '=', 'scenario_run.integration_id')
        .onRef('conversation.id', '=', 'scenario_run.conversation_id'),
    )
    .where('scenario_run.integration_id', '=', integration_id)
    .where('scenario_run.scenario_id', '=', scenario_id)
    .where(visibleConversations(viewer))
    .where(isInScope(scope))

const none: ScenarioStats = { started: 0, engaged: 0, completed: 0, goal_reached: 0, handed_over: 0 }
const add = (one: ScenarioStats, other: ScenarioStats): ScenarioStats => ({
  started: one.started + other.started,
  engaged: one.engaged + other.engaged,
  completed: one.completed + other.completed,
  goal_reached: one.goal_reached + other.goal_reached,
  handed_over: one.handed_over + other.handed_over,
})

/** Sums by a key, in the order of their first group. */
function sums<K>(groups: readonly { key: K; stats: ScenarioStats }[]): { key: K; stats: ScenarioStats }[] {
  const found = new Map<string, { key: K; stats: ScenarioStats }>()
  for (const { key, stats } of groups) {
    const name = JSON.stringify(key)
    found.set(name, { key, stats: add(found.get(name)?.stats ?? none, stats) })
  }
  return [...found.values()]
}

export async function readNumbers(
  db: Db,
  key: Key,
  viewer: Viewer,
  scope: RunScope,
): Promise<ScenarioNumbers> {
  const rows = await runsOf(db, key, viewer, scope)
    .groupBy(['scenario_run.scenario_version', 'scenario_run.locale', sql`scenario_run.state->'arms'`])
    .select(['scenario_run.scenario_version as version', 'scenario_run.locale'])
    .select([
      sql<Record<string, string> | null>`scenario_run.state->'arms'`.as('arms'),
      counted('started').as('started'),
      counted('engaged').as('engaged'),
      counted('completed').as('completed'),
      counted('goal_reached').as('goal_reached'),
      counted('handed_over').as('handed_over'),
    ])
    .orderBy('version', 'desc')
    .orderBy('scenario_run.locale')
    .execute()
  const groups = rows.map(({ version, locale, arms, ...stats }) => ({ version, locale, arms, stats }))
  const steps = await runsOf(db, key, viewer, scope)
    .innerJoin(
      sql<{ step_id: string }>`jsonb_object_keys(scenario_run.state->'visits')`.as<'visit'>(
        sql`visit(step_id)`,
      ),
      (join) => join.onTrue(),
    )
    .groupBy('visit.step_id')
    .select([
      'visit.step_id',
      sql<number>`count(*)::integer`.as('reached'),
      sql<number>`(count(*) filter (where scenario_run.state->>'step_id' = visit.step_id
        and ${hasDroppedOff(scope.now)}))::integer`.as('dropped_off'),
    ])
    .orderBy('reached', 'desc')
    .orderBy('visit.step_id')
    .execute()
  const by = <K>(keyOf: (group: (typeof groups)[number]) => K) =>
    sums(groups.map((group) => ({ key: keyOf(group), stats: group.stats })))
  return {
    total: groups.map(({ stats }) => stats).reduce(add, none),
    by_version: by(({ version }) => version).map(({ key: version, stats }) => ({ version, ...stats })),
    by_locale: by(({ locale }) => locale).map(({ key: locale, stats }) => ({ locale, ...stats })),
    by_arm: sums(
      groups.flatMap(({ arms, stats }) =>
        Object.entries(arms ?? {}).map(([step_id, arm_id]) => ({ key: { step_id, arm_id }, stats })),
      ),
    ).map(({ key: arm, stats }) => ({ ...arm, ...stats })),
    steps,
  }
}
