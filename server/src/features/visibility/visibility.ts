import type { ConversationAccess } from '@ozvi/contract'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'

/*
 * The part of the inbox a member can see, defined in one place. Queries for a member filter by `visibleConversations`,
 * guards check `canSee` for conversations in the path, and events go to `visibleTo`; members who lost access
 * are in `hiddenFrom`.
 */

/** A member who reads. */
export interface Viewer {
  integration_id: string
  user_id: string
  /** Partial access applies to agents only; others have `all`. */
  conversation_access: ConversationAccess
}

/**
 * In a `conversation` query: the conditions under which a member with partial access can see a row. Evaluates
 * two small sets once, not per row.
 */
export function visibilityConditions(viewer: Viewer): RawBuilder<boolean>[] {
  const { integration_id, user_id } = viewer
  const mentioning = sql`
    select mention.id from conversation mention where mention.integration_id = ${integration_id}
      and mention.mentioned_ids <> '{}' and mention.mentioned_ids @> array[${user_id}::uuid]`
  return [...assignmentConditions(viewer), sql<boolean>`conversation.id in (${mentioning})`]
}
/** Those of `visibilityConditions` that depend only on the assignee and the team. */
function assignmentConditions({
  integration_id,
  user_id,
  conversation_access,
}: Viewer): RawBuilder<boolean>[] {
  const teams = sql`
    select team_id from team_member where integration_id = ${integration_id} and user_id = ${user_id}`
  return [
    isAssignedTo(user_id),
    ...(conversation_access === 'team' ? [sql<boolean>`conversation.team_id in (${teams})`] : []),
  ]
}
const isAssignedTo = (user_id: string) => sql<boolean>`conversation.assignee_id = ${user_id}::uuid`
const isMentioning = (user_id: string) =>
  sql<boolean>`(conversation.mentioned_ids <> '{}' and conversation.mentioned_ids @> array[${user_id}::uuid])`

/** A condition on the states of conversations that the member can see because of the assignee or the team. */
export const visibleAssignments = (viewer: Viewer): RawBuilder<boolean> =>
  viewer.conversation_access === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(assignmentConditions(viewer), sql` or `)})`
/** In a `conversation` query: the rows that a member with partial access can see only because of a mention. */
export const visibleByMention = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(${isMentioning(viewer.user_id)} and ${visibleAssignments(viewer)} is not true)`

/**
 * Queries that together find what a member with partial access can see, some of it twice. Each one uses an index, which
 * PostgreSQL doesn't do for alternatives in one condition.
 *
 * @param select a query of `conversation` with the given condition
 */
export const visibleParts = (
  { integration_id, user_id, conversation_access }: Viewer,
  select: (is: RawBuilder<boolean>) => Expression<unknown>,
): RawBuilder<unknown>[] => [
  sql`(${select(isAssignedTo(user_id))})`,
  sql`(${select(isMentioning(user_id))})`,
  ...(conversation_access === 'team'
    ? [
        sql`(select part.* from team_member
          cross join lateral (${select(sql<boolean>`conversation.team_id = team_member.team_id`)}) as part
          where team_member.integration_id = ${integration_id} and team_member.user_id = ${user_id})`,
      ]
    : []),
]
/** In a `conversation` query: the rows the member can see. */
export const visibleConversations = (viewer: Viewer): RawBuilder<boolean> =>
  viewer.conversation_access === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.join(visibilityConditions(viewer), sql` or `)})`

/** A condition for a query of `conversation` and members under an alias: whether the member can see it. */
export function isVisibleTo(member: string): RawBuilder<boolean> {
  const columnOf = (column: string) => sql.ref(`${member}.${column}`)
  return sql<boolean>`(
    ${columnOf('role')} <> 'agent' or ${columnOf('conversation_access')} = 'all'
    or conversation.assignee_id is not distinct from ${columnOf('user_id')}
    or conversation.mentioned_ids @> array[${columnOf('user_id')}]
    or (${columnOf('conversation_access')} = 'team' and exists (select from team_member
      where team_member.integration_id = ${columnOf('integration_id')} and team_member.user_id = ${columnOf('user_id')}
        and team_member.team_id = conversation.team_id)))`
}

/** In a `conversation` query: ids of members who can't see it; null if everyone can. */
export const hiddenFrom = sql<string[] | null>`(
  select array_agg(reader.user_id) from member reader
  where reader.integration_id = conversation.integration_id
    and reader.role = 'agent' and reader.conversation_access <> 'all' and not ${isVisibleTo('reader')})`

/** In a query of members with the alias `reader`: whether any has partial access. */
export const hasLimitedViewer = sql<boolean>`bool_or(reader.role = 'agent' and reader.conversation_access <> 'all')`

/**
 * In a `conversation` query: ids of all members who can see it; null if everyone sees everything. Events name
 * their recipients, so no one receives one through a channel they should have left.
 */
export const visibleTo = sql<string[] | null>`(
  select case when ${hasLimitedViewer}
    then coalesce(array_agg(reader.user_id) filter (where ${isVisibleTo('reader')}), '{}') end
  from member reader where reader.integration_id = conversation.integration_id)`

/** Whether a member can see a conversation, or the final target of its merges. */
export async function canSee(db: Db, viewer: Viewer, conversation_id: string): Promise<boolean> {
  if (viewer.conversation_access === 'all') return true
  for (let id: string | null = conversation_id; id !== null;) {
    const row: { merged_into_id: string | null; is_within: boolean } | undefined = await db
      .selectFrom('conversation')
      .where('integration_id', '=', viewer.integration_id)
      .where('id', '=', id)
      .select([
        'merged_into_id',
        sql<boolean>`coalesce(${visibleConversations(viewer)}, false)`.as('is_within'),
      ])
      .executeTakeFirst()
    if (row?.is_within) return true
    id = row?.merged_into_id ?? null
  }
  return false
}

/** Filters users to agents with access to their teams' conversations, for whom team membership matters. */
export const listTeamViewers = async (
  db: Db,
  integration_id: string,
  user_ids: readonly string[],
): Promise<string[]> =>
  (
    await db
      .selectFrom('member')
      .where('integration_id', '=', integration_id)
      .where(sql<boolean>`user_id = any(${user_ids}::uuid[])`)
      .where('role', '=', 'agent')
      .where('conversation_access', '=', 'team')
      .select('user_id')
      .execute()
  ).map(({ user_id }) => user_id)
