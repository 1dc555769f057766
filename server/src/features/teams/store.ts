import type { AssignmentMode, Team } from '@ozvi/contract'
import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#platform/context/context.ts'
import type { DB } from '#schema'

export interface TeamKey {
  integration_id: string
  team_id: string
}

const teams = (db: Db, integration_id: string) =>
  db
    .selectFrom('team')
    .where('team.integration_id', '=', integration_id)
    .select([
      'team.id',
      'team.integration_id',
      'team.name',
      'team.assignment_mode',
      'team.created_at',
      'team.version',
    ])
    .select((eb) =>
      eb
        .selectFrom('team_member')
        .whereRef('team_member.integration_id', '=', 'team.integration_id')
        .whereRef('team_member.team_id', '=', 'team.id')
        .select(sql<string[]>`coalesce(array_agg(user_id order by user_id), '{}')`.as('ids'))
        .$asScalar()
        .$notNull()
        .as('member_ids'),
    )

export const listTeams = (db: Db, integration_id: string): Promise<Team[]> =>
  teams(db, integration_id)
    .orderBy(sql`lower(name) collate "C"`)
    .execute()

export const findTeam = (db: Db, { integration_id, team_id }: TeamKey): Promise<Team | undefined> =>
  teams(db, integration_id).where('team.id', '=', team_id).executeTakeFirst()

/** The number of existing ones among the ids. */
export const countTeams = async (
  db: Db,
  integration_id: string,
  team_ids: readonly string[],
): Promise<number> =>
  (
    await db
      .selectFrom('team')
      .where('integration_id', '=', integration_id)
      .where(sql<boolean>`id = any(${team_ids}::uuid[])`)
      .select(({ fn }) => fn.countAll<number>().as('teams'))
      .executeTakeFirstOrThrow()
  ).teams

/** Filters to existing teams, locked against deletion until the commit. */
export const lockTeamsOf = async (
  tx: Tx,
  integration_id: string,
  team_ids: readonly string[],
): Promise<string[]> =>
  (
    await tx
      .selectFrom('team')
      .where('integration_id', '=', integration_id)
      .where(sql<boolean>`id = any(${team_ids}::uuid[])`)
      .select('id')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  ).map(({ id }) => id)

/** Idempotent. */
export const insertTeamMember = (tx: Tx, { integration_id, team_id }: TeamKey, user_id: string) =>
  tx
    .insertInto('team_member')
    .values({ integration_id, team_id, user_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** @returns undefined if the name is taken */
export const insertTeam = (tx: Tx, team: Insertable<DB['team']>) =>
  tx
    .insertInto('team')
    .values(team)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

export const isNameTaken = async (
  db: Db,
  { integration_id, team_id }: TeamKey,
  name: string,
): Promise<boolean> =>
  (await db
    .selectFrom('team')
    .where('integration_id', '=', integration_id)
    .where('id', '<>', team_id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .select('id')
    .executeTakeFirst()) !== undefined

/** @returns undefined if it doesn't exist */
export const updateTeam = (
  tx: Tx,
  { integration_id, team_id }: TeamKey,
  fields: { name?: string; assignment_mode?: AssignmentMode },
) =>
  tx
    .updateTable('team')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('integration_id', '=', integration_id)
    .where('id', '=', team_id)
    .returning('id')
    .executeTakeFirst()

/**
 * Sets the members of a team. Non-members of the workspace are skipped, and those who stay keep their
 * round-robin position.
 *
 * @returns the number of members
 */
export async function setMembers(
  tx: Tx,
  { integration_id, team_id }: TeamKey,
  user_ids: readonly string[],
): Promise<number> {
  await tx
    .deleteFrom('team_member')
    .where('integration_id', '=', integration_id)
    .where('team_id', '=', team_id)
    .$if(user_ids.length > 0, (query) => query.where('user_id', 'not in', user_ids))
    .execute()
  if (user_ids.length === 0) return 0
  await tx
    .insertInto('team_member')
    .columns(['integration_id', 'team_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('member')
        .where('integration_id', '=', integration_id)
        .where('user_id', 'in', user_ids)
        .select(['integration_id', sql<string>`${team_id}::uuid`.as('team_id'), 'user_id']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { count } = await tx
    .selectFrom('team_member')
    .where('integration_id', '=', integration_id)
    .where('team_id', '=', team_id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Whether any team of the workspace uses auto-assignment. */
export const hasAutoAssignment = async (db: Db, integration_id: string): Promise<boolean> =>
  (await db
    .selectFrom('team')
    .where('integration_id', '=', integration_id)
    .where('assignment_mode', '<>', 'manual')
    .select('id')
    .executeTakeFirst()) !== undefined

export const deleteTeam = (tx: Tx, { integration_id, team_id }: TeamKey) =>
  tx
    .deleteFrom('team')
    .where('integration_id', '=', integration_id)
    .where('id', '=', team_id)
    .returning('name')
    .executeTakeFirst()
