import type { Sees } from '@ozvi/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/context/context.ts'

/*
 * How much of the inbox a member sees: the one place that says it. Whoever reads conversations for a member asks for
 * those `within` their reach; a route with a conversation in its path is asked by its guard whether the caller
 * `sees` it; an event about one goes to those whom `visibleTo` names, and whoever lost sight of it is in `unseenBy`.
 */

/** A member who reads. */
export interface Reader {
  integration_id: string
  user_id: string
  /** As `seesAs` has it: an agent's, else `all`. */
  sees: Sees
}

/**
 * In a query of `conversation`: each thing that lets a member see one who does not see all. Asks for two small sets
 * once, not at every row.
 */
export function waysOf({ integration_id, user_id, sees }: Reader): RawBuilder<boolean>[] {
  const mentioning = sql`
    select mention.id from conversation mention where mention.integration_id = ${integration_id}
      and mention.mentioned_ids <> '{}' and mention.mentioned_ids @> array[${user_id}::uuid]`
  const teams = sql`
    select team_id from team_member where integration_id = ${integration_id} and user_id = ${user_id}`
  return [
    sql<boolean>`conversation.assignee_id = ${user_id}::uuid`,
    sql<boolean>`conversation.id in (${mentioning})`,
    ...(sees === 'team' ? [sql<boolean>`conversation.team_id in (${teams})`] : []),
  ]
}
/** In a query of `conversation`: what the member sees. */
export const within = (reader: Reader): RawBuilder<boolean> =>
  reader.sees === 'all' ? sql<boolean>`true` : sql<boolean>`(${sql.join(waysOf(reader), sql` or `)})`

/**
 * The same in a query of `conversation` and of members, who are called `member` in it: whether each sees each.
 */
export function isSeenBy(member: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${member}.${column}`)
  return sql<boolean>`(
    ${of('role')} <> 'agent' or ${of('sees')} = 'all'
    or conversation.assignee_id is not distinct from ${of('user_id')}
    or conversation.mentioned_ids @> array[${of('user_id')}]
    or (${of('sees')} = 'team' and exists (select from team_member
      where team_member.integration_id = ${of('integration_id')} and team_member.user_id = ${of('user_id')}
        and team_member.team_id = conversation.team_id)))`
}

/** In a query of `conversation`: the ids of members who do not see it; null where everybody does. */
export const unseenBy = sql<string[] | null>`(
  select array_agg(reader.user_id) from member reader
  where reader.integration_id = conversation.integration_id
    and reader.role = 'agent' and reader.sees <> 'all' and not ${isSeenBy('reader')})`

/** In a query of members called `reader`: whether any of them sees a part of the inbox only. */
export const hasLimitedReader = sql<boolean>`bool_or(reader.role = 'agent' and reader.sees <> 'all')`

/**
 * In a query of `conversation`: the ids of all members who see it; null where every member sees everything. Events
 * name their recipients, so that nobody receives one for being on a channel they should have left.
 */
export const visibleTo = sql<string[] | null>`(
  select case when ${hasLimitedReader}
    then coalesce(array_agg(reader.user_id) filter (where ${isSeenBy('reader')}), '{}') end
  from member reader where reader.integration_id = conversation.integration_id)`

/** Whether a member sees a conversation, or the one that it was merged into at last. */
export async function sees(db: Db, reader: Reader, conversation_id: string): Promise<boolean> {
  if (reader.sees === 'all') return true
  for (let id: string | null = conversation_id; id !== null;) {
    const row: { merged_into_id: string | null; is_within: boolean } | undefined = await db
      .selectFrom('conversation')
      .where('integration_id', '=', reader.integration_id)
      .where('id', '=', id)
      .select(['merged_into_id', sql<boolean>`coalesce(${within(reader)}, false)`.as('is_within')])
      .executeTakeFirst()
    if (row?.is_within) return true
    id = row?.merged_into_id ?? null
  }
  return false
}

/** How somebody reads now, for what is done in their name later on; undefined for who is no member. */
export const readerOf = (db: Db, integration_id: string, user_id: string): Promise<Reader | undefined> =>
  db
    .selectFrom('member')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .select([
      'integration_id',
      'user_id',
      sql<Sees>`case when role = 'agent' then sees else 'all' end`.as('sees'),
    ])
    .executeTakeFirst()

/** Of some users, the agents who see what their teams have: for them it matters who is in a team. */
export const listTeamReaders = async (
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
      .where('sees', '=', 'team')
      .select('user_id')
      .execute()
  ).map(({ user_id }) => user_id)
