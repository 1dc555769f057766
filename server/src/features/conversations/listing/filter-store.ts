import {
  type FilterContext,
  type ConversationFilter,
  type FieldCondition,
  parseFieldConditions,
} from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { customFieldCondition } from '#features/custom-fields'
import {
  type Viewer,
  visibleAssignments,
  visibleByMention,
  visibleConversations,
  visibleParts,
} from '#features/visibility'
import type { Db } from '#platform/context/context.ts'
import type { TimePosition } from '#platform/http/cursor.ts'
import { resolvedBy } from '../record/store.ts'

/*
 * Inbox filters as SQL conditions over `conversation`. Every column used is part of the index
 * `conversation_inbox`, so rows are read only after filtering.
 */

const among = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(`conversation.${column}`)} in (${sql.join(values)})`

/** The start of a day in the viewer's time zone, plus `days`. */
const startOf = (day: string, time_zone: string, days = 0) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone ${time_zone})`

const assignedTo = (assignees: readonly string[], user_id: string) => {
  const ids = assignees.filter((each) => each !== 'none').map((each) => (each === 'me' ? user_id : each))
  const isOneOf = ids.length > 0 ? sql<boolean>`conversation.assignee_id = any(${ids}::uuid[])` : undefined
  if (!assignees.includes('none')) return isOneOf
  const isUnassigned = sql<boolean>`conversation.assignee_id is null`
  return isOneOf ? sql<boolean>`(${isUnassigned} or ${isOneOf})` : isUnassigned
}

const inTeam = (teams: readonly string[]) => {
  const ids = teams.filter((each) => each !== 'none')
  const isOneOf = sql<boolean>`conversation.team_id = any(${ids}::uuid[])`
  if (!teams.includes('none')) return isOneOf
  return sql<boolean>`(conversation.team_id is null or ${isOneOf})`
}

/** Operators that also match conversations without any field values. */
const negativeOperators: readonly FieldCondition['is'][] = ['not_contains', 'is_not', 'none_of', 'empty']
function matchesField(condition: FieldCondition, context: FilterContext): RawBuilder<boolean> {
  const isMatch = customFieldCondition('conversation', condition, context)
  if (negativeOperators.includes(condition.is)) return isMatch
  // Redundant, but lets PostgreSQL use the partial index on conversations with field values.
  return sql<boolean>`(conversation.fields <> '{}' and conversation.fields ? ${condition.field} and ${isMatch})`
}

/** All conditions of a filter, in the order of its fields. SQL counterpart of the contract's `matchesFilter`. */
export function conditionsOf(filter: ConversationFilter, context: FilterContext): RawBuilder<boolean>[] {
  const { user_id, now, time_zone = 'UTC' } = context
  const {
    status,
    handler,
    resolved_by,
    assignee,
    locale,
    priority,
    mentioned,
    team,
    tag,
    waiting_min,
    overdue,
    contact_id,
  } = filter
  const conditions: (RawBuilder<boolean> | undefined)[] = [
    status && among('status', status),
    handler && among('handler', handler),
    resolved_by && sql<boolean>`${resolvedBy} in (${sql.join(resolved_by)})`,
    assignee && assignedTo(assignee, user_id),
    locale && among('locale', locale),
    priority && among('priority', priority),
    mentioned &&
      sql<boolean>`(conversation.mentioned_ids <> '{}' and conversation.mentioned_ids @> array[${user_id}::uuid])`,
    team && inTeam(team),
    // Redundant, but lets PostgreSQL use the partial index on tagged conversations.
    tag && sql<boolean>`(conversation.tag_ids <> '{}' and conversation.tag_ids && ${tag}::uuid[])`,
    waiting_min === undefined
      ? undefined
      : sql<boolean>`conversation.waiting_since <= ${new Date(now - waiting_min * 60_000).toISOString()}::timestamptz`,
    overdue && sql<boolean>`conversation.due_at <= ${new Date(now).toISOString()}::timestamptz`,
    contact_id === undefined ? undefined : sql<boolean>`conversation.contact_id = ${contact_id}::uuid`,
    ...parseFieldConditions(filter.fields ?? '').map((condition) => matchesField(condition, context)),
  ]
  for (const [column, from, to] of [
    ['created_at', filter.created_from, filter.created_to],
    ['last_message_at', filter.active_from, filter.active_to],
  ] as const) {
    const time = sql.ref(`conversation.${column}`)
    if (from) conditions.push(sql<boolean>`${time} >= ${startOf(from, time_zone)}`)
    if (to) conditions.push(sql<boolean>`${time} < ${startOf(to, time_zone, 1)}`)
  }
  return conditions.filter((condition) => condition !== undefined)
}
const all = (conditions: readonly RawBuilder<boolean>[]) =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`

/** A conversation as lists are sorted. */
export interface Listed {
  id: string
  last_message_at: string
}
/** The newest conversations of a list that a member can see. */
export function newestOf(
  db: Db,
  viewer: Viewer,
  conditions: readonly RawBuilder<boolean>[],
  after: TimePosition | undefined,
  limit: number,
) {
  const newest = (isVisible: RawBuilder<boolean>) =>
    db
      .selectFrom('conversation')
      .where('conversation.integration_id', '=', viewer.integration_id)
      .where(isVisible)
      .where(all(conditions))
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(conversation.last_message_at, conversation.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .select(['conversation.id', 'conversation.last_message_at'])
      .orderBy('conversation.last_message_at', 'desc')
      .orderBy('conversation.id', 'desc')
      .limit(limit)
  const visible =
    viewer.conversation_access === 'all'
      ? sql<Listed>`(${newest(sql<boolean>`true`)})`
      : sql<Listed>`(${sql.join(visibleParts(viewer, newest), sql` union `)})`
  return db
    .selectFrom(visible.as('visible'))
    .select(['visible.id', 'visible.last_message_at'])
    .orderBy('visible.last_message_at', 'desc')
    .orderBy('visible.id', 'desc')
    .limit(limit)
}

/** Filters by these fields are counted by `conversation_count`, whose columns have the same names. */
const countedFields: readonly string[] = ['status', 'handler', 'assignee', 'team']
/** Filters by these fields match few conversations and have an index. */
const rareFields: readonly string[] = ['mentioned', 'overdue', 'contact_id']
const fieldsOf = ({ filter }: NamedList) =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

/**
 * Counts the conversations a member can see for each named filter. The time depends on the number of conversations only
 * for filters by other fields than the status, the handler, the assignee and the team.
 */
export async function countLists<Name extends string>(
  db: Db,
  viewer: Viewer,
  lists: readonly NamedList<Name>[],
  context: FilterContext,
): Promise<Record<Name, number>> {
  const isCounted = (list: NamedList) => fieldsOf(list).every((name) => countedFields.includes(name))
  const isRare = (list: NamedList) => fieldsOf(list).some((name) => rareFields.includes(name))
  const isOfResolved = ({ filter }: NamedList) => filter.status?.includes('resolved') ?? true
  const counted = lists.filter(isCounted)
  const others = lists.filter((list) => !isCounted(list) && !isRare(list))
  const visible = visibleConversations(viewer)
  const counts: Partial<Record<string, number>>[] = await Promise.all([
    countStates(db, viewer, context, counted),
    viewer.conversation_access === 'all'
      ? {}
      : countTogether(db, viewer, context, counted, visibleByMention(viewer)),
    countEach(
      db,
      viewer,
      context,
      lists.filter((list) => !isCounted(list) && isRare(list)),
    ),
    countTogether(db, viewer, context, others.filter(isOfResolved), visible),
    countTogether(
      db,
      viewer,
      context,
      others.filter((list) => !isOfResolved(list)),
      // Matches the condition of the partial index.
      sql<boolean>`(${visible} and conversation.status <> 'resolved')`,
    ),
  ])
  const totals = lists.map(({ name }) => [name, counts.reduce((sum, each) => sum + (each[name] ?? 0), 0)])
  // One entry for each list.
  return Object.fromEntries(totals) as Record<Name, number>
}
interface NamedList<Name extends string = string> {
  name: Name
  filter: ConversationFilter
}
const conditionOf = ({ filter }: NamedList, context: FilterContext) => all(conditionsOf(filter, context))

/** Counts filters by the sums that the database maintains. */
async function countStates(db: Db, viewer: Viewer, context: FilterContext, lists: readonly NamedList[]) {
  if (lists.length === 0) return {}
  return db
    .selectFrom('conversation_count as conversation')
    .where('integration_id', '=', viewer.integration_id)
    .where(visibleAssignments(viewer))
    .select(
      lists.map((list) =>
        sql<number>`coalesce(sum(change) filter (where ${conditionOf(list, context)}), 0)`.as(list.name),
      ),
    )
    .executeTakeFirstOrThrow()
}
/** Counts filters one by one in one statement, each by its own index. */
async function countEach(db: Db, viewer: Viewer, context: FilterContext, lists: readonly NamedList[]) {
  if (lists.length === 0) return {}
  return db
    .selectNoFrom((eb) =>
      lists.map((list) =>
        eb
          .selectFrom('conversation')
          .where('integration_id', '=', viewer.integration_id)
          .where(visibleConversations(viewer))
          .where(conditionOf(list, context))
          .select(sql<number>`count(*)`.as('count'))
          .as(list.name),
      ),
    )
    .executeTakeFirstOrThrow()
}
/** Counts several filters in one scan over the conversations that match `among`. */
async function countTogether(
  db: Db,
  viewer: Viewer,
  context: FilterContext,
  lists: readonly NamedList[],
  among: RawBuilder<boolean>,
) {
  const [only] = lists
  if (!only) return {}
  return db
    .selectFrom('conversation')
    .where('integration_id', '=', viewer.integration_id)
    .where(among)
    .$if(lists.length === 1, (query) => query.where(conditionOf(only, context)))
    .select(
      lists.map((list) => sql<number>`count(*) filter (where ${conditionOf(list, context)})`.as(list.name)),
    )
    .executeTakeFirstOrThrow()
}

/**
 * Merges the changes of workspaces that have many, so that reading them stays fast. Several nodes can run it at the same
 * time.
 *
 * @param rows_max the number of changes that isn't merged yet
 */
export const mergeCounts = (db: Db, rows_max = 1_000) =>
  sql`with merged as (
      delete from conversation_count where integration_id in (
        select integration_id from conversation_count group by integration_id
        having count(*) > ${rows_max} and count(*) > 2 * count(distinct (status, handler, assignee_id, team_id)))
      returning *)
    insert into conversation_count (integration_id, status, handler, assignee_id, team_id, change)
    select integration_id, status, handler, assignee_id, team_id, sum(change) from merged
    group by 1, 2, 3, 4, 5 having sum(change) <> 0`.execute(db)
