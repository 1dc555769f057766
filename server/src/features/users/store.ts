import type { Invitation, Member, Role, ConversationAccess, Slot } from '@ozvi/contract'
import { sql } from 'kysely'
import { memberLoad } from '#features/conversations'
import { customRoleOf } from '#features/integrations'
import type { Db, Tx } from '#platform/context/context.ts'
import { hashToken } from '#platform/secrets/secrets.ts'

/** A member as stored; upcoming working hours are derived. */
export type StoredMember = Omit<Member, 'work_spans'> & {
  /** The time zone of their week. */
  work_zone: string
}

const members = (db: Db, integration_id: string) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('member.integration_id', '=', integration_id)
    .select(['member.user_id', 'name', 'email', 'role', 'conversation_access', 'joined_at'])
    .select(['availability', 'is_idle', 'capacity', 'languages', 'week', 'hours_note'])
    .select(['display_name', 'signature', 'avatar_id', 'time_zone'])
    .select((eb) => [
      customRoleOf('member'),
      eb
        .selectFrom('session')
        .whereRef('session.user_id', '=', 'member.user_id')
        .whereRef('session.active_integration_id', '=', 'member.integration_id')
        .select((of) => of.fn.max('session.last_seen_at').as('last_seen_at'))
        .as('last_seen_at'),
      memberLoad.as('open_conversations'),
      eb.fn
        .coalesce(
          'app_user.time_zone',
          eb
            .selectFrom('integration')
            .whereRef('integration.id', '=', 'member.integration_id')
            .select('integration.time_zone')
            .$asScalar()
            .$notNull(),
        )
        .as('work_zone'),
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('totp')
              .whereRef('totp.user_id', '=', 'member.user_id')
              .where('confirmed_at', 'is not', null)
              .select('totp.user_id'),
          ),
        )
        .then(sql.lit('app' as const))
        .when(
          eb.exists(
            eb
              .selectFrom('passkey')
              .whereRef('passkey.user_id', '=', 'member.user_id')
              .select('passkey.user_id'),
          ),
        )
        .then(sql.lit('passkey' as const))
        .else(sql.lit('none' as const))
        .end()
        .as('two_factor'),
    ])

/** Owners first, then by name. */
export const listMembers = (db: Db, integration_id: string): Promise<StoredMember[]> =>
  members(db, integration_id)
    .orderBy(sql`role <> 'owner'`)
    .orderBy('name')
    .orderBy('member.user_id')
    .execute()

export const findMember = (
  db: Db,
  integration_id: string,
  user_id: string,
): Promise<StoredMember | undefined> =>
  members(db, integration_id).where('member.user_id', '=', user_id).executeTakeFirst()

/** A member as addressed in emails. */
export const findUser = (db: Db, integration_id: string, user_id: string) =>
  db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('member.integration_id', '=', integration_id)
    .where('member.user_id', '=', user_id)
    .select(['app_user.id', 'name', 'email', 'locale'])
    .executeTakeFirst()

/** Whether a user is in a workspace that another user owns. */
export const isInOtherWorkspace = async (db: Db, user_id: string, owner_id: string): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .where('member.user_id', '=', user_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member as own')
            .whereRef('own.integration_id', '=', 'member.integration_id')
            .where('own.user_id', '=', owner_id)
            .where('own.role', '=', 'owner')
            .select('own.user_id'),
        ),
      ),
    )
    .select('member.user_id')
    .executeTakeFirst()) !== undefined

export const setRole = (
  tx: Tx,
  integration_id: string,
  user_id: string,
  role: Role,
  custom_role_id: string | null = null,
) =>
  tx
    .updateTable('member')
    .set({ role, custom_role_id })
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .execute()

export const updateMember = (
  tx: Tx,
  integration_id: string,
  user_id: string,
  {
    week,
    ...fields
  }: Partial<
    Pick<
      Member,
      | 'availability'
      | 'is_idle'
      | 'capacity'
      | 'languages'
      | 'hours_note'
      | 'display_name'
      | 'signature'
      | 'conversation_access'
    >
  > & { week?: Slot[][] | null },
) =>
  tx
    .updateTable('member')
    .set({ ...fields, ...(week === undefined ? {} : { week: week && JSON.stringify(week) }) })
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .returning(['integration_id', 'user_id', 'availability', 'is_idle'])
    .executeTakeFirst()

/** Whether someone was removed from the team and not invited again since. */
export const isRemoved = async (db: Db, integration_id: string, user_id: string): Promise<boolean> =>
  (await db
    .selectFrom('removed_member')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .select('user_id')
    .executeTakeFirst()) !== undefined

/** Idempotent. */
export const markRemoved = (tx: Tx, integration_id: string, user_id: string, removed_at: string) =>
  tx
    .insertInto('removed_member')
    .values({ integration_id, user_id, removed_at })
    .onConflict((conflict) => conflict.columns(['integration_id', 'user_id']).doUpdateSet({ removed_at }))
    .execute()

export const unmarkRemoved = (tx: Tx, integration_id: string, user_id: string) =>
  tx
    .deleteFrom('removed_member')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .execute()

/** The newest pending invitation of an address. */
export const findPendingId = async (
  db: Db,
  integration_id: string,
  email: string,
  now: string,
): Promise<string | undefined> =>
  (
    await invitations(db, now)
      .where('integration_id', '=', integration_id)
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('sent_at', 'desc')
      .executeTakeFirst()
  )?.id

/** Removes a member, also from the active workspace of their sessions. */
export async function deleteMember(tx: Tx, integration_id: string, user_id: string): Promise<void> {
  await tx
    .deleteFrom('member')
    .where('integration_id', '=', integration_id)
    .where('user_id', '=', user_id)
    .execute()
  await tx
    .updateTable('session')
    .set({ active_integration_id: null })
    .where('user_id', '=', user_id)
    .where('active_integration_id', '=', integration_id)
    .execute()
}

export const isMemberEmail = async (db: Db, integration_id: string, email: string): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .innerJoin('app_user', 'app_user.id', 'member.user_id')
    .where('integration_id', '=', integration_id)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .select('user_id')
    .executeTakeFirst()) !== undefined

const state = (now: string) =>
  sql<
    Invitation['state']
  >`case when accepted_at is not null then 'accepted' when revoked_at is not null then 'revoked'
    when expires_at <= ${now} then 'expired' else 'pending' end`

/** Ids of the invitation's teams that still exist. */
const teamIds = sql<string[]>`(
  select coalesce(array_agg(team.id order by lower(team.name) collate "C"), '{}') from team
  where team.integration_id = invitation.integration_id and team.id = any(invitation.team_ids))`.as(
  'team_ids',
)

const columns = ['id', 'email', 'role', 'conversation_access', 'sent_at', 'expires_at'] as const
const invitations = (db: Db, now: string) =>
  db
    .selectFrom('invitation')
    .select(columns)
    .select([teamIds, state(now).as('state'), customRoleOf('invitation')])

/** Pending invitations, newest first. */
export const listInvitations = (db: Db, integration_id: string, now: string): Promise<Invitation[]> =>
  invitations(db, now)
    .where('integration_id', '=', integration_id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .execute()

export const findInvitation = (
  db: Db,
  integration_id: string,
  id: string,
  now: string,
): Promise<Invitation | undefined> =>
  invitations(db, now).where('integration_id', '=', integration_id).where('id', '=', id).executeTakeFirst()

/** Pending invitations, which reserve seats; without `except_id`. */
export const countPendingInvitations = async (
  db: Db,
  integration_id: string,
  now: string,
  except_id?: string,
): Promise<number> =>
  (
    await db
      .selectFrom('invitation')
      .where('integration_id', '=', integration_id)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .$if(except_id !== undefined, (query) => query.where('id', '<>', except_id ?? ''))
      .select(({ fn }) => fn.countAll<number>().as('pending'))
      .executeTakeFirstOrThrow()
  ).pending

interface NewInvitation {
  integration_id: string
  email: string
  role: Exclude<Role, 'owner'>
  custom_role_id: string | null
  conversation_access: ConversationAccess
  team_ids: string[]
  token_hash: Buffer
  invited_by: string
  sent_at: string
  expires_at: string
}
export const insertInvitation = async (tx: Tx, invitation: NewInvitation): Promise<Invitation> => {
  const row = await tx
    .insertInto('invitation')
    .values(invitation)
    .returning([...columns, teamIds, customRoleOf('invitation')])
    .executeTakeFirstOrThrow()
  return { ...row, state: 'pending' }
}
/** Sets a new secret and expiry; the old link stops working. Undefined if no longer pending. */
export const renewInvitation = async (
  tx: Tx,
  key: { integration_id: string; id: string },
  token: { token_hash: Buffer; sent_at: string; expires_at: string },
): Promise<Invitation | undefined> => {
  const row = await tx
    .updateTable('invitation')
    .set(token)
    .where('integration_id', '=', key.integration_id)
    .where('id', '=', key.id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning([...columns, teamIds, customRoleOf('invitation')])
    .executeTakeFirst()
  return row && { ...row, state: 'pending' }
}
export const revokeInvitation = (tx: Tx, integration_id: string, id: string, now: string) =>
  tx
    .updateTable('invitation')
    .set({ revoked_at: now })
    .where('integration_id', '=', integration_id)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

const received = (db: Db) =>
  db
    .selectFrom('invitation')
    .innerJoin('integration', 'integration.id', 'invitation.integration_id')
    .leftJoin('app_user', 'app_user.id', 'invitation.invited_by')
    .leftJoin('custom_role', (join) =>
      join
        .onRef('custom_role.integration_id', '=', 'invitation.integration_id')
        .onRef('custom_role.id', '=', 'invitation.custom_role_id'),
    )
    .select((eb) => [
      'custom_role.name as custom_role_name',
      'invitation.id',
      'integration.name as integration_name',
      'invitation.email',
      'invitation.role',
      'invitation.expires_at',
      eb.fn.coalesce('app_user.name', sql<string>`''`).as('invited_by'),
    ])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)

export const listReceived = (db: Db, email: string, now: string) =>
  received(db)
    .where(sql`lower(invitation.email)`, '=', email.toLowerCase())
    .where('expires_at', '>', now)
    .orderBy('sent_at', 'desc')
    .execute()

export const findReceived = (db: Db, token: string, now: string) =>
  received(db).where('token_hash', '=', hashToken(token)).where('expires_at', '>', now).executeTakeFirst()

/** The address a pending invitation was sent to. */
export const findInvitedAddress = async (db: Db, token: string, now: string): Promise<string | undefined> =>
  (await findReceived(db, token, now))?.email

/** Marks it accepted, so that of several concurrent requests exactly one succeeds. */
export const consumeInvitation = (
  tx: Tx,
  by: { token: string } | { id: string; email: string },
  now: string,
) =>
  tx
    .updateTable('invitation')
    .set({ accepted_at: now })
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if('token' in by, (query) => query.where('token_hash', '=', hashToken('token' in by ? by.token : '')))
    .$if('id' in by, (query) =>
      query
        .where('id', '=', 'id' in by ? by.id : '')
        .where(sql`lower(email)`, '=', 'email' in by ? by.email.toLowerCase() : ''),
    )
    .returning(['integration_id', 'email', 'role', 'custom_role_id', 'conversation_access', 'team_ids'])
    .returning(customRoleOf('invitation'))
    .executeTakeFirst()
