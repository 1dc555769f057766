import { sql } from 'kysely'
import { hasRight } from '#features/integrations'
import type { Db, Tx } from '#platform/context/context.ts'
import { lockName } from '#platform/database/named-lock.ts'
import { memberLoad } from './load.ts'

/** Serializes auto-assignment per workspace across nodes, so no member exceeds their capacity. */
export const lockAutoAssignment = (tx: Tx, integration_id: string) =>
  lockName(tx, `hand_out:${integration_id}`)

/** Working hours per member. `week` is null when the member hasn't set any. */
export const listWeeks = (db: Db, integration_id: string, user_ids: readonly string[]) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .innerJoin('integration', 'integration.id', 'member.integration_id')
    .where('member.integration_id', '=', integration_id)
    .where('member.user_id', 'in', user_ids)
    .select(['member.user_id', 'member.week'])
    .select((eb) => eb.fn.coalesce('app_user.time_zone', 'integration.time_zone').as('time_zone'))
    .execute()

/**
 * The next member of each team with auto-assignment. Considers members who can reply, are online and are
 * below their capacity.
 *
 * @param ready user ids with a page of the workspace open and within their working hours
 */
const nextInLine = (db: Db, integration_id: string, ready: readonly string[]) =>
  db
    .selectFrom('team')
    .innerJoin('team_member', (join) =>
      join
        .onRef('team_member.integration_id', '=', 'team.integration_id')
        .onRef('team_member.team_id', '=', 'team.id'),
    )
    .innerJoin('member', (join) =>
      join
        .onRef('member.integration_id', '=', 'team_member.integration_id')
        .onRef('member.user_id', '=', 'team_member.user_id'),
    )
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('team.integration_id', '=', integration_id)
    .where('team.assignment_mode', '<>', 'manual')
    .where('member.user_id', 'in', ready)
    .where('member.availability', '=', 'online')
    .where('member.is_idle', '=', false)
    .where(hasRight('conversations.answer'))
    .where(sql<boolean>`(member.capacity is null or ${memberLoad} < member.capacity)`)
    .distinctOn('team.id')
    .orderBy('team.id')
    .orderBy(sql`case when team.assignment_mode = 'least_busy' then ${memberLoad} end`)
    .orderBy(sql`team_member.last_assigned_at nulls first`)
    .orderBy('member.joined_at')
    .orderBy('member.user_id')
    .select(['team.id as team_id', 'team.name as team_name', 'team.assignment_mode'])
    .select(['member.user_id', 'app_user.name'])

/** Returns the conversation that has waited longest in a team with capacity, and its new assignee. */
export const findNextToAssign = (db: Db, integration_id: string, ready: readonly string[]) =>
  db
    .selectFrom('conversation')
    .innerJoin(nextInLine(db, integration_id, ready).as('next'), 'next.team_id', 'conversation.team_id')
    .where('conversation.integration_id', '=', integration_id)
    .where('conversation.status', '=', 'open')
    .where('conversation.handler', '=', 'team')
    .where('conversation.assignee_id', 'is', null)
    .where('conversation.merged_into_id', 'is', null)
    .select('conversation.id as conversation_id')
    .select(['next.team_id', 'next.team_name', 'next.assignment_mode', 'next.user_id', 'next.name'])
    .orderBy(sql`coalesce(conversation.waiting_since, conversation.last_message_at)`)
    .orderBy('conversation.id')
    .limit(1)
    .executeTakeFirst()

/** Moves the member to the end of the round-robin order. */
export const recordAssignment = (
  tx: Tx,
  { integration_id, team_id, user_id }: { integration_id: string; team_id: string; user_id: string },
  last_assigned_at: string,
) =>
  tx
    .updateTable('team_member')
    .set({ last_assigned_at })
    .where('integration_id', '=', integration_id)
    .where('team_id', '=', team_id)
    .where('user_id', '=', user_id)
    .execute()

/** Workspaces with conversations that wait for auto-assignment. */
export const listWithWaiting = (db: Db) =>
  db
    .selectFrom('team')
    .innerJoin('conversation', (join) =>
      join
        .onRef('conversation.integration_id', '=', 'team.integration_id')
        .onRef('conversation.team_id', '=', 'team.id'),
    )
    .where('assignment_mode', '<>', 'manual')
    .where('status', '=', 'open')
    .where('handler', '=', 'team')
    .where('assignee_id', 'is', null)
    .select('team.integration_id')
    .distinct()
    .execute()
