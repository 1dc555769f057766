import {
  type FilterContext,
  type ConversationFilter,
  type FieldCondition,
  parseFieldConditions,
} from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import { customFieldCondition } from '#features/custom-fields'
import { type Viewer, visibleConversations } from '#features/visibility'
import type { Db } from '#platform/context/context.ts'
import { resolvedBy } from '../record/store.ts'

/*
 * Inbox filters as SQL conditions over `conversation`. Every column used is part of the index
 * `conversation_inbox`, so rows are read only after filtering.
 */

export interface Position {
  last_message_at: string
  id: string
}
const among = (column: string, values: readonly string[]) =>
  sql<boolean>`${sql.ref(`conversation.${column}`)} in (${sql.join(values)})`

/** The start of a day in the viewer's time zone, plus `days`. */
const startOf = (day: string, time_zone: string, days = 0) =>
  sql`((${day}::date + ${days}::int)::timestamp at time zone ${time_zone})`

const assignedTo = (assignees: readonly string[], user_id: string) => {
  const ids = assignees.filter((each) => each !== 'none').map((each) => (each === 'me' ? user_id : each))
  const isKnownMember =
    ids.length > 0 ? sql<boolean>`conversation.assignee_id = any(${ids}::uuid[])` : undefined
  if (!assignees.includes('none')) return isKnownMember
  const nobody = sql<boolean>`conversation.assignee_id is null`
  return isKnownMember ? sql<boolean>`(${nobody} or ${isKnownMember})` : nobody
}

const inTeam = (teams: readonly string[]) => {
  const ids = teams.filter((each) => each !== 'none')
  const isKnownMember = sql<boolean>`conversation.team_id = any(${ids}::uuid[])`
  if (!teams.includes('none')) return isKnownMember
  return sql<boolean>`(conversation.team_id is null or ${isKnownMember})`
}

/** Operators that also match conversations without any field values. */
const ofNothing: readonly FieldCondition['is'][] = ['not_contains', 'is_not', 'none_of', 'empty']
function mentionNoted(rule: FieldCondition, context: FilterContext): RawBuilder<boolean> {
  const holds = customFieldCondition('conversation', rule, context)
  // Redundant, but lets PostgreSQL use the partial index on conversations with field values.
  return ofNothing.includes(rule.is)
    ? holds
    : sql<boolean>`(conversation.fields <> '{}' and conversation.fields ? ${rule.field} and ${holds})`
}

/** All conditions of a filter, in the order of its fields. SQL counterpart of the contract's `isWanted`. */
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
    ...parseFieldConditions(filter.fields ?? '').map((rule) => mentionNoted(rule, context)),
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

export const positionsOf = (
  db: Db,
  viewer: Viewer,
  conditions: readonly RawBuilder<boolean>[],
  after: Position | undefined,
  limit: number,
) =>
  db
    .selectFrom('conversation')
    .where('integration_id', '=', viewer.integration_id)
    .where(visibleConversations(viewer))
    .where(all(conditions))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(conversation.last_message_at, conversation.id) < (${after?.last_message_at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .select(['id', 'last_message_at'])
    .orderBy('last_message_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

/** Counts the conversations a member can see for each named filter. */
export async function countLists<Name extends string>(
  db: Db,
  viewer: Viewer,
  lists: readonly NamedList<Name>[],
  context: FilterContext,
): Promise<Record<Name, number>> {
  const isOfResolved = ({ filter }: NamedList<Name>) => filter.status?.includes('resolved') ?? true
  const counts = await Promise.all([
    countTogether(db, viewer, context, lists.filter(isOfResolved), sql<boolean>`true`),
    countTogether(
      db,
      viewer,
      context,
      lists.filter((list) => !isOfResolved(list)),
      // Matches the condition of the partial index.
      sql<boolean>`conversation.status <> 'resolved'`,
    ),
  ])
  // Each filter belongs to one of the two groups.
  return Object.assign({}, ...counts) as Record<Name, number>
}
interface NamedList<Name extends string = string> {
  name: Name
  filter: ConversationFilter
}
/** Counts several filters in one scan over the conversations that match `among`. */
async function countTogether(
  db: Db,
  viewer: Viewer,
  context: FilterContext,
  namedLists: readonly NamedList[],
  among: RawBuilder<boolean>,
) {
  const lists = namedLists.map(({ name, filter }) => ({ name, is: all(conditionsOf(filter, context)) }))
  const [only] = lists
  if (!only) return {}
  return db
    .selectFrom('conversation')
    .where('integration_id', '=', viewer.integration_id)
    .where(visibleConversations(viewer))
    .where(among)
    .$if(lists.length === 1, (query) => query.where(only.is))
    .select(lists.map(({ name, is }) => sql<number>`count(*) filter (where ${is})`.as(name)))
    .executeTakeFirstOrThrow()
}
